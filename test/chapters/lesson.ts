import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { workbookRoot } from "../../lib/system/workbook";

/** A cell as a lesson's notebook has it. */
export interface LessonCell {
  id: string;
  cell_type: string;
  source: string[];
  outputs?: unknown[];
  metadata: {
    nbgrader?: { grade: boolean; grade_id: string; locked: boolean; solution: boolean; points?: number };
    slideshow?: { slide_type: string };
    tags?: string[];
  };
}

/** What a lesson promises. */
export interface LessonPlan {
  /** Folder and name, without the ending: `01-one-device/one-device`. */
  name: string;
  exercises: number;
  /** Points for exercises, and for conclusions. */
  points: [exercises: number, conclusions: number];
  conclusions: number;
}

/** The cells of a lesson's notebook, the instructor's or the students'. */
export function lessonCells(folder: "solutions" | "notebooks", name: string): LessonCell[] {
  return (JSON.parse(readFileSync(join(workbookRoot, folder, `${name}.ipynb`), "utf8")) as { cells: LessonCell[] })
    .cells;
}

export const text = (cell: LessonCell): string => cell.source.join("");

/** What holds for every lesson's notebooks. */
export function testLesson({ name, exercises: planned, points, conclusions }: LessonPlan): void {
  const cells = lessonCells("solutions", name);
  const graded = cells.filter((cell) => cell.metadata.nbgrader?.grade);
  const tests = graded.filter((cell) => cell.cell_type === "code");

  describe(`${name}, the solutions`, () => {
    it("hold no outputs, and every cell has an id of its own", () => {
      expect(cells.flatMap((cell) => cell.outputs ?? [])).toEqual([]);
      expect(new Set(cells.map(({ id }) => id)).size).toBe(cells.length);
    });

    it("have a check with points after each exercise, whose score they are", () => {
      const exercises = cells.filter(({ cell_type, metadata }) => cell_type === "code" && metadata.nbgrader?.solution);
      expect(exercises.length).toBe(planned);
      for (const exercise of exercises) {
        const check = cells[cells.indexOf(exercise) + 1];
        expect(check.metadata.nbgrader, exercise.id).toMatchObject({ grade: true, locked: true, solution: false });
        expect(text(check).trim()).toMatch(new RegExp(`\\.score\\(${check.metadata.nbgrader!.points!}\\)$`));
        expect(text(exercise)).toMatch(/\/\/\/ BEGIN SOLUTION\n[^]+\/\/\/ END SOLUTION/);
      }
      expect(tests.length).toBe(exercises.length);
    });

    it(`give ${points[0]} points for exercises and ${points[1]} for conclusions, as the lesson says`, () => {
      const sum = (some: LessonCell[]) => some.reduce((total, { metadata }) => total + metadata.nbgrader!.points!, 0);
      expect(sum(tests)).toBe(points[0]);
      expect(sum(graded) - sum(tests)).toBe(points[1]);
      expect(text(cells[0])).toContain(`${points[0]} for exercises, ${points[1]} for conclusions`);
    });

    it("lock the imports, in a cell that is not graded", () => {
      const imports = cells.filter((cell) => cell.cell_type === "code" && /^import /m.test(text(cell)));
      expect(imports.map(({ id }) => id)).toEqual(["imports"]);
      expect(imports[0].metadata.nbgrader).toMatchObject({ grade: false, locked: true });
    });
  });

  describe(`${name}, the students' notebook`, () => {
    it("holds no solution and no hidden test", () => {
      const student = lessonCells("notebooks", name).map(text).join("\n");
      expect(student).not.toMatch(/SOLUTION|HIDDEN/);
      expect(student.match(/throw new Error\("not implemented"\)/g)).toHaveLength(planned);
      expect(student.match(/\*Write your answer here\.\*/g)).toHaveLength(conclusions);
    });
  });
}
