import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sourceOf, type Cell, type Notebook } from "../../lib/notebooks/notebook";
import { workbookRoot } from "../../lib/system/workbook";

/** A test cell of an instructor's notebook. */
export interface GradedCell {
  /** The lesson and its grade id: `01-one-device/test-last-batch`. */
  cell: string;
  points: number;
  /** With its hidden tests. */
  source: string;
}

interface GradeMetadata {
  grade: boolean;
  grade_id: string;
  points: number;
}

/** Every cell of every lesson that is graded automatically, in their order. */
export function gradedCells(): GradedCell[] {
  const solutions = join(workbookRoot, "solutions");
  return readdirSync(solutions).flatMap((lesson) =>
    readdirSync(join(solutions, lesson))
      .filter((name) => name.endsWith(".ipynb"))
      .flatMap((name) => (JSON.parse(readFileSync(join(solutions, lesson, name), "utf8")) as Notebook).cells)
      .flatMap((cell) => {
        const grade = gradeOf(cell);
        if (cell.cell_type !== "code" || !grade?.grade) return [];
        return [{ cell: `${lesson}/${grade.grade_id}`, points: grade.points, source: sourceOf(cell) }];
      }),
  );
}

const gradeOf = ({ metadata }: Cell) => metadata.nbgrader as GradeMetadata | undefined;
