import { readdirSync } from "node:fs";
import { join } from "node:path";
import { learnersRole } from "../../notebooks/classroom";
import { notebookIn, sourceOf, type Cell } from "../../notebooks/notebook";
import { workbookRoot } from "../../system/workbook";

/** An exercise of a lesson, as its notebook has it. */
export interface LessonExercise {
  /** The id of its cell: `last-batch`. */
  id: string;
  points: number;
  /** The function that its test cell calls first: `checkLastBatch`. No other exercise of the lesson has it. */
  check: string | undefined;
  /** The exercise's cell. */
  source: string;
}

interface Graded {
  grade: boolean;
  grade_id: string;
  points: number;
}

/**
 * The exercises of a lesson, in their order: the notebook alone says which there are, and how many points each gives.
 * @param folder holds the lessons' folders. Default: the students' notebooks.
 * @returns none where there is no such notebook.
 */
export function exercisesOf(lesson: string, folder = join(workbookRoot, "notebooks")): LessonExercise[] {
  const cells = cellsOf(join(folder, lesson)).map((cell) => ({ cell, graded: cell.metadata.nbgrader as Graded }));
  const sources = new Map(cells.map(({ cell, graded }) => [graded.grade_id, sourceOf(cell)]));
  return cells.flatMap(({ cell, graded: { grade, grade_id, points } }) => {
    if (!grade || cell.cell_type !== "code") return [];
    const id = grade_id.replace(/^test-/, "");
    return [{ id, points, check: checkIn(sourceOf(cell)), source: sources.get(id) ?? "" }];
  });
}

/** The function of an exercise's check that a cell calls first. */
export const checkIn = (source: string): string | undefined => /\bcheck[A-Z]\w*(?=\()/.exec(source)?.[0];

/**
 * The solution of an exercise, for those who learn alone. In a class, `WORKBOOK_SOLUTIONS` names the folder whose solutions students may
 * see; without it they see none.
 */
export function workedSolution(lesson: string, id: string): string | undefined {
  const own = learnersRole() === "alone" ? join(workbookRoot, "solutions") : "";
  const folder = process.env.WORKBOOK_SOLUTIONS ?? own;
  const exercise = folder === "" ? undefined : exercisesOf(lesson, folder).find((each) => each.id === id);
  return exercise?.source.replace(/^.*\/\/\/ (BEGIN|END) SOLUTION\n/gm, "");
}

/** A lesson's cells with nbgrader's metadata; none where the folder is missing, closed, or holds no notebook. */
function cellsOf(folder: string): Cell[] {
  try {
    const name = readdirSync(folder).find((file) => file.endsWith(".ipynb")) ?? "";
    return notebookIn(join(folder, name)).cells.filter(({ metadata }) => metadata.nbgrader !== undefined);
  } catch {
    return [];
  }
}
