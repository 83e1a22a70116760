import { sourceOf, type Cell, type Notebook } from "../lib/notebooks";

/** What nbgrader notes on a cell. */
interface Graded {
  solution?: boolean;
  grade?: boolean;
}

/**
 * The students' notebook of a lesson with the outputs of the instructor's run. A cell gets its outputs only if students have it as
 * it was run, so nothing that an answer says or a hidden test prints comes along.
 * @param students The students' notebook: exercises are empty, hidden tests are taken out.
 * @param executed The instructor's notebook of the same lesson, after its run.
 */
export function studentsRun(students: Notebook, executed: Notebook): Notebook {
  const runs = new Map(executed.cells.map((cell) => [cell.id, cell]));
  const cells = students.cells.map((cell): Cell => {
    if (cell.cell_type !== "code") return cell;
    const run = runs.get(cell.id);
    const isSame = run !== undefined && sourceOf(run) === sourceOf(cell) && !isGraded(cell) && !isGraded(run);
    const { outputs = [], execution_count = null } = isSame ? run : {};
    return { ...cell, outputs, execution_count };
  });
  return { ...students, cells };
}

function isGraded({ metadata }: Cell): boolean {
  const { solution = false, grade = false } = (metadata.nbgrader ?? {}) as Graded;
  return solution || grade;
}
