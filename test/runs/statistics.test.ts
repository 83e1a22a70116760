import { epochSeconds, runStatistics, steadyEpochs, trainingSeconds } from "parallel-training/runs";
import { spread } from "../../lib/runs/statistics";
import { expect, it } from "vitest";
import { madeUpRun } from "../measure/runs";

it("leaves epoch 1 out, counts the last batch, and keeps the start-up apart", () => {
  const run = madeUpRun({ stepSeconds: [4, 2, 1], images: [10, 10, 5], replicas: 2 });
  const found = runStatistics(run);
  expect(found).toMatchObject({
    firstEpochSeconds: 12,
    steadyEpochSeconds: 4.5,
    startUpSeconds: 7.5,
    captureSeconds: 4,
  });
  expect(found.imagesPerSecond).toBeCloseTo(50 / 9);
  expect(found.imagesPerSecondPerDevice).toBeCloseTo(25 / 9);
  // Three epochs, two evaluations of 3 s between them.
  expect(found.trainingSeconds).toBe(12 + 6 + 3 + 2 * 3);
  // Full steps alone.
  expect(found.step).toMatchObject({ count: 4, mean: 1.5, median: 1.5, standardDeviation: Math.sqrt(1 / 3) });
});

it("counts all devices of a mesh, also those that share a copy of the network", () => {
  const run = madeUpRun({ stepSeconds: [4, 2, 1], images: [10, 10, 5], replicas: 2 });
  run.configuration.sharding = { mesh: { data: 2, tensor: 4 } };
  const { imagesPerSecond, imagesPerSecondPerDevice } = runStatistics(run);
  expect(imagesPerSecondPerDevice).toBeCloseTo(imagesPerSecond / 8);
});

it("counts the waits for images within an epoch, but not the one before its first step", () => {
  const run = madeUpRun({ stepSeconds: [4, 3], images: [8, 8, 8, 8, 8], wait: 1 });
  expect(runStatistics(run).steadyEpochSeconds).toBe(5 * 3 + 4);
});

it("does not count the time between an interruption and the resumption", () => {
  const plan = { stepSeconds: [2, 2], images: [8, 8, 8], wait: 1 };
  const [smooth, resumed] = [madeUpRun(plan), madeUpRun(plan)];
  // It stood still for an hour before step 1 of epoch 2.
  const { start, end } = resumed.epochs[1].steps;
  for (const step of [1, 2]) {
    start[step] += 3600;
    end[step] += 3600;
  }
  resumed.resumedFrom = [{ epoch: 2, step: 1 }];
  expect(runStatistics(resumed).steadyEpochSeconds).toBe(runStatistics(smooth).steadyEpochSeconds);
  expect(trainingSeconds(resumed)).toBe(trainingSeconds(smooth));
  // And here for a minute before epoch 2.
  const between = madeUpRun(plan);
  for (const times of [between.epochs[1].steps.start, between.epochs[1].steps.end])
    times.forEach((_, i) => (times[i] += 60));
  between.resumedFrom = [{ epoch: 2, step: 0 }];
  expect(trainingSeconds(between)).toBe(trainingSeconds(smooth));
});

it("leaves an epoch out that was cut short, and says what is missing", () => {
  const run = madeUpRun({ stepSeconds: [4, 2, 2], images: [8, 8] });
  run.outcome = "interrupted";
  for (const list of [run.epochs[2].steps.start, run.epochs[2].steps.end]) list.pop();
  expect(steadyEpochs(run).map(({ epoch }) => epoch)).toEqual([2]);
  run.epochs.splice(1);
  expect(() => steadyEpochs(run)).toThrow(
    "Run made-up finished 0 epochs and ended as interrupted: epoch 1 is left out, so train at least 2 epochs.",
  );
});

it("reckons with nothing but one value, and with no step", () => {
  expect(spread([2])).toMatchObject({ count: 1, mean: 2, standardDeviation: 0 });
  const run = madeUpRun({ stepSeconds: [1], images: [] });
  expect(epochSeconds(run.epochs[0])).toBe(0);
  expect(trainingSeconds(run)).toBe(0);
});
