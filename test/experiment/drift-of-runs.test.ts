import { describe, expect, test } from "vitest";
import { driftOf } from "../../lib/experiment/statistics/drift";
import { observed } from "./statistics-fixture";

describe("a drift over the runs' order", () => {
  const ordered = (number: number, batch: number, deviation: number) => ({
    number,
    observation: observed({ batch }, 1 + deviation),
    deviation,
  });
  const runs = [ordered(1, 32, -0.01), ordered(2, 64, -0.02), ordered(3, 32, 0.01), ordered(4, 64, 0.02)];

  test("is the slope within configurations, with an interval that counts a mean for each", () => {
    const { perRun, low, high } = driftOf(runs);
    expect(perRun).toBeCloseTo((0.01 + 0.02 + 0.01 + 0.02) / 4, 12);
    // The residuals are 0.005 each, and one degree of freedom is left, for which a 99 % interval takes 63.657 errors.
    expect([perRun - low!, high! - perRun]).toEqual([
      expect.closeTo(63.657 * 0.005, 5),
      expect.closeTo(63.657 * 0.005, 5),
    ]);
  });

  test("has no interval where as many runs as numbers to find leave no degree of freedom", () => {
    expect(driftOf([runs[0], runs[2]])).toEqual({ perRun: expect.closeTo(0.01, 12) as number });
  });
});
