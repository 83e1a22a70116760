import { describe, expect, it } from "vitest";
import { students } from "../../bench/grading/class";
import type { GradingResult } from "../../bench/grading/result";
import { solvedNotebook } from "../../bench/grading/solved";
import { tableOf } from "../../bench/grading/table";
import { sourceOf } from "../../lib/notebooks/notebook";
import { head } from "./results";

describe("the benchmark of grading", () => {
  it("has a class of all kinds, and one that never ends", () => {
    const kinds = students(60).map(({ kind }) => kind);
    const count = (kind: string) => kinds.filter((each) => each === kind).length;
    expect(["solved", "half", "blank", "endless"].map(count)).toEqual([23, 24, 12, 1]);
    expect(new Set(students(60).map(({ name }) => name)).size).toBe(60);
  });

  it("solves as many exercises as asked", async () => {
    const unwritten = async (share: number) =>
      (await solvedNotebook("01-one-device", "one-device", share)).cells.filter((cell) =>
        sourceOf(cell).includes('throw new Error("not implemented")'),
      ).length;
    const [none, half, all] = [await unwritten(0), await unwritten(0.5), await unwritten(1)];
    expect(all).toBe(0);
    expect(none).toBeGreaterThan(10);
    expect(half).toBeGreaterThan(0.3 * none);
    expect(half).toBeLessThan(0.7 * none);
  });

  it("says how long the class took, and each kind in the sandbox", () => {
    const of = (name: string, kind: "solved" | "endless", sandboxSeconds: number, points: number) => {
      return { name, kind, sandboxSeconds, gradedAt: sandboxSeconds, points, most: 23 };
    };
    const result: GradingResult = {
      ...head,
      settings: { lesson: "01-one-device", students: 4, atOnce: 2 },
      seconds: 30,
      submissions: [of("a", "solved", 8, 20), of("b", "solved", 10, 20), of("c", "endless", 40, 18)],
      problems: ["d was not graded: no room"],
    };
    const table = tableOf(result);
    expect(table).toContain("graded in 0.5 minutes: a submission every 10.0 s");
    expect(table).toMatch(/solved +2 +9\.0 \(8\.0 to 10\.0\) +20\.00/);
    expect(table).toMatch(/endless +1 +40\.0/);
    expect(table).not.toMatch(/blank/);
    expect(table).toContain("d was not graded: no room");
  });
});
