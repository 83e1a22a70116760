import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gradedMetadata } from "../../lib/autograde/exam";
import { sourceOf, type Cell, type Notebook } from "../../lib/notebooks/notebook";
import { workbookRoot } from "../../lib/system/workbook";

/** The most code cells in a row that a student only runs; most have at most twelve lines. */
const mostRunOnly = 5;
/** An answer with more lines than this is something that the student builds. */
const shortLines = 2;

const lessons = new Map(
  readdirSync(join(workbookRoot, "solutions")).map((lesson) => {
    const folder = join(workbookRoot, "solutions", lesson);
    const [file] = readdirSync(folder).filter((name) => name.endsWith(".ipynb"));
    return [lesson, (JSON.parse(readFileSync(join(folder, file), "utf8")) as Notebook & { cells: NamedCell[] }).cells];
  }),
);

interface NamedCell extends Cell {
  id: string;
}

/** A guess, an exercise, its check, or a conclusion: here the student has something to do. */
function asks(cell: NamedCell, cells: readonly NamedCell[]): boolean {
  const { solution = false, grade = false } = gradedMetadata(cell) ?? {};
  return solution || grade || cells.some(({ id }) => id === `ask-${cell.id}`);
}

/** The ids of run-only code cells, a list for each stretch without a question. */
function stretches(cells: readonly NamedCell[]): string[][] {
  const all: string[][] = [[]];
  for (const cell of cells) {
    if (asks(cell, cells)) all.push([]);
    else if (cell.cell_type === "code" && cell.id !== "progress") all[all.length - 1].push(cell.id);
  }
  return all;
}

/** For each answer, its lines of code: without comments, and without lines that only close brackets. */
function answerLines(cells: readonly NamedCell[]): number[] {
  return cells.flatMap((cell) => {
    if (cell.cell_type !== "code" || !gradedMetadata(cell)?.solution) return [];
    const [, answer = ""] = /\/\/\/ BEGIN SOLUTION\n([^]*?)\/\/\/ END SOLUTION/.exec(sourceOf(cell)) ?? [];
    const lines = answer.split("\n").map((line) => line.trim());
    return [lines.filter((line) => line !== "" && !line.startsWith("//") && !/^[\])};,\s]+$/.test(line)).length];
  });
}

const isMostlyShort = (lines: readonly number[]): boolean =>
  2 * lines.filter((count) => count > shortLines).length < lines.length;

describe("a lesson is something to do", () => {
  it(`no stretch has more than ${mostRunOnly} run-only code cells without a question`, () => {
    const long = [...lessons].flatMap(([lesson, cells]) =>
      stretches(cells)
        .filter(({ length }) => length > mostRunOnly)
        .map((ids) => ({ lesson, ids })),
    );
    expect(long).toEqual([]);
  });

  it(`at least half of all answers have more than ${shortLines} lines`, () => {
    for (const [lesson, cells] of lessons) expect(isMostlyShort(answerLines(cells)), lesson).toBe(false);
  });

  it("counts what a student runs, and what a student writes", () => {
    const cell = (source: string, nbgrader?: object, cell_type = "code") =>
      ({ id: source, cell_type, source, metadata: nbgrader ? { nbgrader } : {} }) as unknown as NamedCell;
    const cells = [
      cell("a"),
      cell("text", undefined, "markdown"),
      cell("b"),
      cell("ask-guess", undefined, "markdown"),
      cell("guess"),
      cell("c"),
      cell("/// BEGIN SOLUTION\nif (x) {\n\n  // why\n  y({\n    z,\n  });\n}\nreturn 1;\n/// END SOLUTION", {
        grade_id: "e",
        solution: true,
      }),
      cell("test", { grade_id: "test-e", grade: true }),
      cell("d"),
      cell("conclusion", { grade_id: "f", grade: true, solution: true }, "markdown"),
    ];
    expect(stretches(cells)).toEqual([["a", "b"], ["c"], [], ["d"], []]);
    expect(answerLines(cells)).toEqual([4]);
    expect([isMostlyShort([1, 3]), isMostlyShort([1, 2, 3])]).toEqual([false, true]);
  });
});
