import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { workbookRoot } from "../../lib/tensorflow/installation";

interface Cell {
  id: string;
  cell_type: string;
  source: string[];
  outputs?: unknown[];
  metadata: {
    nbgrader?: { grade: boolean; grade_id: string; locked: boolean; solution: boolean; points?: number };
    slideshow?: { slide_type: string };
  };
}

const notebook = (folder: string) => {
  const file = join(workbookRoot, folder, "01-one-device", "one-device.ipynb");
  return (JSON.parse(readFileSync(file, "utf8")) as { cells: Cell[] }).cells;
};
const text = (cell: Cell) => cell.source.join("");
const cells = notebook("solutions");
const graded = cells.filter((cell) => cell.metadata.nbgrader?.grade);
const tests = graded.filter((cell) => cell.cell_type === "code");

describe("the lesson's solutions", () => {
  it("hold no outputs, and every cell has an id of its own", () => {
    expect(cells.flatMap((cell) => cell.outputs ?? [])).toEqual([]);
    expect(new Set(cells.map(({ id }) => id)).size).toBe(cells.length);
  });

  it("have a check with points after each exercise, whose score they are", () => {
    const exercises = cells.filter(({ cell_type, metadata }) => cell_type === "code" && metadata.nbgrader?.solution);
    expect(exercises.length).toBe(12);
    for (const exercise of exercises) {
      const check = cells[cells.indexOf(exercise) + 1];
      expect(check.metadata.nbgrader, exercise.id).toMatchObject({ grade: true, locked: true, solution: false });
      expect(text(check).trim()).toMatch(new RegExp(`\\.score\\(${check.metadata.nbgrader!.points!}\\)$`));
      expect(text(exercise)).toMatch(/\/\/\/ BEGIN SOLUTION\n[^]+\/\/\/ END SOLUTION/);
    }
    expect(tests.length).toBe(exercises.length);
  });

  it("give 20 points for exercises and 12 for conclusions, as the lesson says", () => {
    const points = (some: Cell[]) => some.reduce((sum, { metadata }) => sum + metadata.nbgrader!.points!, 0);
    expect(points(tests)).toBe(20);
    expect(points(graded) - points(tests)).toBe(12);
    expect(text(cells[0])).toContain("20 for exercises, 12 for conclusions");
  });

  it("lock the imports, in a cell that is not graded", () => {
    const imports = cells.filter((cell) => cell.cell_type === "code" && /^import /m.test(text(cell)));
    expect(imports.map(({ id }) => id)).toEqual(["imports"]);
    expect(imports[0].metadata.nbgrader).toMatchObject({ grade: false, locked: true });
  });

  it("make a slide of each conclusion: its heading, its figure, its text, and nothing else", () => {
    const shown = cells.filter(({ metadata }) => metadata.slideshow);
    expect(shown.map(({ metadata }) => metadata.slideshow!.slide_type)).toEqual(
      [1, 2, 3].flatMap(() => ["slide", "fragment", "fragment"]),
    );
    expect(shown.filter((_, i) => i % 3 === 1).every((cell) => text(cell).includes("show("))).toBe(true);
    expect(shown.filter((_, i) => i % 3 === 2).every(({ metadata }) => metadata.nbgrader?.points === 4)).toBe(true);
  });
});

describe("the students' notebook", () => {
  it("holds no solution and no hidden test", () => {
    const student = notebook("notebooks").map(text).join("\n");
    expect(student).not.toMatch(/SOLUTION|HIDDEN/);
    expect(student.match(/throw new Error\("not implemented"\)/g)).toHaveLength(12);
    expect(student.match(/\*Write your answer here\.\*/g)).toHaveLength(3);
  });
});
