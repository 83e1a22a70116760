import { describe, expect, it } from "vitest";
import { exercises } from "./exercises";
import { gradedCells } from "./graded-cells";

describe.each(exercises)("$what", ({ right, wrong }) => {
  it.each(right)("passes a right answer ($#)", ({ check }) => {
    expect(check().lines.filter((line) => !line.startsWith("✓"))).toEqual([]);
  });

  it.each(wrong)("refuses $what", ({ check, says }) => {
    const found = check();
    expect(found.share).toBeLessThan(1);
    if (says) expect(found.lines.join("\n")).toMatch(says);
  });
});

describe("the lessons' test cells", () => {
  it("each have two different right answers and three plausible wrong ones here", () => {
    const enough = exercises.filter(({ right, wrong }) => right.length >= 2 && wrong.length >= 3);
    expect(enough.map(({ cell }) => cell).sort()).toEqual(
      gradedCells()
        .map(({ cell }) => cell)
        .sort(),
    );
  });

  it.each(gradedCells())("$cell ends with the points that nbgrader has for it", ({ source, points }) => {
    expect(/\.score\((\d+)\);?\s*$/.exec(source)?.[1]).toBe(String(points));
  });
});
