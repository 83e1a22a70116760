import { describe, expect, it } from "vitest";
import { checkAcceleration } from "../../lib/checks";
import { exampleRun } from "../../lib/runs";
import type { Epoch } from "../../lib/runs";
const seconds = ({ steps }: Epoch) => steps.end[steps.end.length - 1] - steps.start[0];

describe("acceleration", () => {
  it("is 15.4 for the chapter's CPU and H100, not the nearly ten of the first epochs", () => {
    const right = { times: 215 / 14, least: 214.5 / 14.5, most: 215.5 / 13.5 };
    expect(checkAcceleration(() => right).lines).toEqual([
      "✓ epochs of 220, 215 s against 24, 14 s: { times: 15.357 times, least: 14.793 times, most: 15.963 times }",
    ]);
    expect(checkAcceleration(() => ({ ...right, times: 220 / 24 })).share).toBe(0);
  });
});

describe("an example run", () => {
  it("has the epochs it was asked for, with waits between its steps", () => {
    const run = exampleRun({ epochSeconds: [5, 3], batches: [8, 8, 2], waiting: 0.5 });
    expect(run.epochs.map((epoch) => seconds(epoch).toFixed(9))).toEqual(["5.000000000", "3.000000000"]);
    const { start, end, wait } = run.epochs[1].steps;
    expect(start[1] - end[0]).toBeCloseTo(wait[1], 9);
    expect(wait[0]).toBe(0);
    expect(run.configuration.trainImages).toBe(18);
  });
});
