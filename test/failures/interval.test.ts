import { sampleStandardDeviation } from "simple-statistics";
import { describe, expect, it } from "vitest";
import { bestCheckpointInterval, goodputOf, simulateTrainings } from "../../lib/failures";
import { goodputByInterval, intervalsAround } from "../../chapters/10-thousand-nodes/goodput-by-interval";
import { expectedGoodput } from "../../lib/failures/closed-forms";

const day = 86_400;

describe("bestCheckpointInterval", () => {
  const question = { nodes: 1024, nodeMtbfSeconds: 5 * 365 * day, checkpointSeconds: 60 };

  it("lies between Young's interval and the next one of whole steps, and says what it brings", () => {
    const exact = bestCheckpointInterval(question);
    expect(exact.jobMtbfSeconds).toBeCloseTo(153_984, -1);
    expect(exact.young).toBeCloseTo(Math.sqrt(2 * 60 * exact.jobMtbfSeconds), 9);
    expect(exact.seconds / exact.daly).toBeCloseTo(1, 5);
    expect(exact.seconds).toBeLessThan(exact.young);
    const stepped = bestCheckpointInterval({ ...question, restartSeconds: 600, stepSeconds: 100 });
    expect(stepped.seconds).toBe(100 * stepped.steps!);
    expect(Math.abs(stepped.seconds - exact.seconds)).toBeLessThan(100);
    expect(stepped.goodput).toBe(
      expectedGoodput({
        jobMtbfSeconds: exact.jobMtbfSeconds,
        checkpointSeconds: 60,
        restartSeconds: 600,
        intervalSeconds: stepped.seconds,
      }),
    );
  });

  it("is 426 steps of 10 s for the example of its documentation", () => {
    expect(bestCheckpointInterval({ ...question, stepSeconds: 10 }).steps).toBe(426);
  });

  it("is one step at least, and the better of the two whole numbers beside the exact one", () => {
    expect(bestCheckpointInterval({ ...question, checkpointSeconds: 0, stepSeconds: 7 })).toMatchObject({
      steps: 1,
      seconds: 7,
    });
    expect(bestCheckpointInterval({ ...question, stepSeconds: 1e6 }).steps).toBe(1);
    for (const stepSeconds of [1000, 1700, 2500]) {
      const { steps, goodput } = bestCheckpointInterval({ ...question, stepSeconds });
      const { jobMtbfSeconds } = bestCheckpointInterval(question);
      const by = (count: number) =>
        expectedGoodput({ jobMtbfSeconds, checkpointSeconds: 60, intervalSeconds: count * stepSeconds });
      expect(goodput).toBe(Math.max(...[1, 2, 3, 4, 5, 6].map(by)));
      expect(goodput).toBe(by(steps!));
    }
  });

  it("needs no checkpoints where nodes do not fail", () => {
    const never = { nodes: 3, nodeMtbfSeconds: Infinity, checkpointSeconds: 10 };
    expect(bestCheckpointInterval(never)).toMatchObject({ seconds: Infinity, goodput: 1 });
    expect(bestCheckpointInterval({ ...never, stepSeconds: 1 })).toMatchObject({
      seconds: Infinity,
      steps: Infinity,
      goodput: 1,
    });
    const free = { ...never, checkpointSeconds: 0 };
    const formulas = { young: Infinity, daly: Infinity };
    expect(bestCheckpointInterval(free)).toMatchObject({ seconds: Infinity, goodput: 1, ...formulas });
    expect(bestCheckpointInterval({ ...free, stepSeconds: 1 })).toMatchObject({ steps: Infinity, ...formulas });
  });

  it("refuses what has no answer in one line", () => {
    expect(() => bestCheckpointInterval({ ...question, checkpointSeconds: 0 })).toThrow(
      new Error(
        "checkpointSeconds is 0, so that more checkpoints are always better: measure one, or give stepSeconds.",
      ),
    );
    expect(() => bestCheckpointInterval({ ...question, stepSeconds: 0 })).toThrow(
      "stepSeconds is 0: give a number above 0.",
    );
    expect(() => bestCheckpointInterval({ ...question, restartSeconds: -1 })).toThrow(
      "restartSeconds is -1: give seconds, from 0.",
    );
  });

  it.each([
    ["rare failures", { nodes: 1024, nodeMtbfSeconds: 1024 * 6 * 3600, checkpointSeconds: 60, restartSeconds: 300 }],
    ["frequent failures", { nodes: 64, nodeMtbfSeconds: 64 * 1800, checkpointSeconds: 60, restartSeconds: 120 }],
    ["costly checkpoints", { nodes: 64, nodeMtbfSeconds: 64 * 3600, checkpointSeconds: 600, restartSeconds: 120 }],
  ])("%s: is the simulation's best within its noise, and brings the best goodput within 1 percent", (_, job) => {
    const best = bestCheckpointInterval(job);
    const grid = intervalsAround(best.seconds, { reach: 4 });
    const rows = goodputByInterval({ ...job, elapsedSeconds: 2000 * best.jobMtbfSeconds }, grid, { seeds: 50 });
    for (const { goodput, expected } of rows) expect(Math.abs(goodput.mean / expected - 1)).toBeLessThan(0.01);
    const simulatedBest = rows.reduce((one, other) => (other.goodput.mean > one.goodput.mean ? other : one));
    // Neighbours on the grid differ by a factor of 1.26.
    expect(Math.abs(Math.log(simulatedBest.intervalSeconds / best.seconds))).toBeLessThan(Math.log(1.27));
    const atBest = rows[6];
    expect(atBest.intervalSeconds).toBeCloseTo(best.seconds, 6);
    expect(atBest.goodput.mean).toBeGreaterThan(0.99 * simulatedBest.goodput.mean);
    expect(atBest.expected).toBeCloseTo(best.goodput, 12);
    expect(atBest.goodput.low).toBeLessThan(atBest.goodput.mean);
    expect(atBest.goodput.high).toBeGreaterThan(atBest.goodput.mean);
  });
});

describe("goodputOf", () => {
  const job = {
    nodes: 512,
    nodeMtbfSeconds: 512 * 7200,
    checkpointSeconds: 60,
    restartSeconds: 240,
    noticeSeconds: 60,
  };

  // Exact for steps of one length; for noise, whose mean counts, to far below 1 %.
  it.each([
    ["a slow node", { seconds: 5, slowNode: 1.3 }],
    ["normal noise", { seconds: 5, noise: { distribution: "normal" as const, deviationSeconds: 0.5 } }],
    ["exponential noise", { seconds: 5, noise: { distribution: "exponential" as const, deviationSeconds: 0.5 } }],
    [
      "noise and a slow node",
      { seconds: 5, noise: { distribution: "normal" as const, deviationSeconds: 0.5 }, slowNode: 1.2 },
    ],
  ])("is the simulation's, with %s", (_, step) => {
    const scenario = { ...job, step, intervalSeconds: 900, elapsedSeconds: 200 * 7200 };
    const { runs, goodput, seconds } = simulateTrainings(scenario, { seeds: 100 });
    const error = sampleStandardDeviation(runs.map((run) => run.goodput)) / Math.sqrt(runs.length);
    expect(Math.abs(goodput.mean - goodputOf(scenario))).toBeLessThan(4 * error);
    expect(Math.abs(goodput.mean / goodputOf(scenario) - 1)).toBeLessThan(0.01);
    expect(seconds.stragglers.mean).toBeGreaterThan(0.1 * seconds.computing.mean);
  });

  it("takes few steps one by one and many at once, which have the same mean and deviation", () => {
    const noise = { distribution: "exponential" as const, deviationSeconds: 1 };
    const times = [32, 33].map((steps) => {
      const run = { nodes: 16, step: { seconds: 2, noise }, intervalSeconds: 2 * steps, workSeconds: 2 * steps };
      const totals = simulateTrainings(run, { seeds: 4000 }).runs.map(({ totalSeconds }) => totalSeconds / steps);
      return {
        mean: totals.reduce((sum, value) => sum + value, 0) / 4000,
        deviation: sampleStandardDeviation(totals) * Math.sqrt(steps),
      };
    });
    // 1 + H(16), and the root of 1 + 1/4 + ... + 1/256; standard errors: 0.0035 and 0.014
    for (const { mean, deviation } of times) {
      expect(Math.abs(mean - 4.380729)).toBeLessThan(0.014);
      expect(Math.abs(deviation - 1.258708)).toBeLessThan(0.056);
    }
  });
});

it("a grid of intervals is geometric, around its middle", () => {
  expect(intervalsAround(100, { reach: 4, count: 5 })).toEqual([25, 50, 100, 200, 400]);
  expect(() => intervalsAround(Infinity)).toThrow("The interval in the middle is Infinity: give a number above 0.");
  expect(() => intervalsAround(1, { count: 4 })).toThrow("count is 4: give an odd number from 3.");
  expect(() => goodputByInterval({ nodes: 1, workSeconds: 1 }, [])).toThrow(
    "There are 0 intervals to compare: give one",
  );
});
