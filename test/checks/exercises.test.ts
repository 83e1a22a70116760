import { describe, expect, it } from "vitest";
import { decode, encode } from "../../lib/autograde/asked";
import { definitionOf } from "../../lib/autograde/exam/read-exam";
import { compileTestCell } from "../../lib/autograde/exam/test-cell";
import { ownRecords as inThisFolder, type Check } from "../../lib/checks";
import type { Answer, Exercise } from "./exercise";
import { exercises } from "./exercises";
import { gradedCells } from "./graded-cells";

const cells = new Map(
  gradedCells().map(({ cell, points, source }) => [cell, { points, source, test: compileTestCell(cell, source) }]),
);

/** What the notebook's own test cell, with its hidden tests, finds of an answer that has to leave the sandbox. */
function graded({ cell, ownRecords = inThisFolder }: Exercise, answer: Answer): Check {
  const crossing = (...args: unknown[]): unknown =>
    decode(encode(answer(...(args.map((each) => decode(encode(each))) as never[])))); // their types are the cell's matter
  return cells.get(cell)!.test.run((name) => {
    const found = definitionOf(name, ownRecords);
    return found ? found.value : crossing;
  });
}

describe.each(exercises)("$what", (exercise) => {
  const { cell, right, wrong } = exercise;

  it.each(right)("passes a right answer ($#)", ({ check }) => {
    expect(check().lines.filter((line) => !line.startsWith("✓"))).toEqual([]);
  });

  it.each(wrong)("refuses $what", ({ check, says, onlyHidden }) => {
    const found = check();
    if (onlyHidden) expect(found.share).toBe(1);
    else expect(found.share).toBeLessThan(1);
    if (says) expect(found.lines.join("\n")).toMatch(says);
  });

  it.each(right)("gets all points for a right answer, hidden tests included ($#)", ({ answer }) => {
    const { points } = cells.get(cell)!;
    const found = graded(exercise, answer);
    expect(found.lines.filter((line) => !line.startsWith("✓"))).toEqual([]);
    expect(found.earned(points)).toBe(points);
  });

  it.each(wrong)("does not get all points for $what", ({ answer }) => {
    const { points } = cells.get(cell)!;
    expect(graded(exercise, answer).earned(points)).toBeLessThan(points);
  });
});

describe("the lessons' test cells", () => {
  it("each have two different right answers and three plausible wrong ones here", () => {
    const enough = exercises.filter(({ right, wrong }) => right.length >= 2 && wrong.length >= 3);
    expect(enough.map(({ cell }) => cell).sort()).toEqual([...cells.keys()].sort());
  });

  it.each([...cells])("%s gives the points that nbgrader has for it", (_, { test, points }) => {
    expect(test.points).toBe(points);
  });
});
