import { join } from "node:path";
import { readNotebook, sourceOf, type Cell, type Notebook } from "../../lib/notebooks/notebook";
import { workbookRoot } from "../../lib/system/workbook";

/** The metadata that nbgrader keeps in a cell. */
interface Graded {
  grade_id: string;
  grade: boolean;
  solution: boolean;
}

const graded = ({ metadata }: Cell): Graded | undefined => metadata.nbgrader as Graded | undefined;

/**
 * The students' notebook of a lesson, with the instructor's answers filled in.
 * @param share The share of exercises that are solved, from the first one on: 1 for all, 0 for none.
 */
export async function solvedNotebook(lesson: string, notebook: string, share = 1): Promise<Notebook> {
  const file = `${notebook}.ipynb`;
  const handedOut = await readNotebook(join(workbookRoot, "notebooks", lesson, file));
  const { cells } = await readNotebook(join(workbookRoot, "solutions", lesson, file));
  const answers = new Map(cells.map((cell) => [graded(cell)?.grade_id, sourceOf(cell)]));
  const solutions = handedOut.cells.filter((cell) => graded(cell)?.solution);
  for (const cell of solutions.slice(0, Math.round(share * solutions.length))) {
    cell.source = withoutMarks(answers.get(graded(cell)?.grade_id) ?? "");
  }
  return handedOut;
}

const withoutMarks = (source: string): string => source.replace(/^\s*\/\/\/ (BEGIN|END) SOLUTION\n?/gm, "");
