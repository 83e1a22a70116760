import { paidRatio } from "../../chapters/06-prediction/paid-ratio";
import { observations } from "../../lib/experiment/observations";
import { timesToAccuracy } from "../../lib/experiment/accuracy";
import { expect, it } from "vitest";
import { madeUpRun } from "../measure/runs";

/** A run of made-up seconds an epoch whose test accuracies are known; four steps of 10 images an epoch. */
function learning(id: string, syncEvery: number, secondsPerEpoch: number, accuracies: number[]) {
  const images = [10, 10, 10, 10];
  const run = madeUpRun({ id, stepSeconds: accuracies.map(() => secondsPerEpoch / 4), images });
  run.configuration.syncEvery = syncEvery;
  accuracies.forEach((accuracy, index) => {
    run.epochs[index].validation = { accuracy, loss: 1, seconds: 3 };
  });
  return run;
}

const runs = [
  learning("sync 1", 1, 8, [0.2, 0.6, 0.8, 0.8]),
  learning("accumulate 1", 4, 4, [0.1, 0.2, 0.4, 0.6, 0.7, 0.8]),
  learning("sync 2", 1, 8, [0.1, 0.5, 0.7, 0.9]),
  learning("accumulate 2", 4, 4, [0.1, 0.3, 0.5, 0.6, 0.7, 0.9]),
];
const all = observations(runs);

it("gives the mean over replicates, with its interval, of what an accuracy was paid with", () => {
  const [sync, accumulate] = timesToAccuracy(all, 0.5, { factors: ["mode"], level: 0.95 });
  expect(sync).toMatchObject({ levels: { mode: "sync" }, target: 0.5, reached: 2 });
  // 1.75 and 2 epochs of 8 s and 40 images; t(1) for 95 % is 12.706, and half the difference is the standard error.
  expect(sync.seconds?.mean).toBeCloseTo(15);
  expect(sync.seconds?.interval?.low).toBeCloseTo(15 - 12.7062, 3);
  expect(sync.images?.mean).toBeCloseTo(75);
  expect(sync.updates?.mean).toBeCloseTo(7.5);
  // 3.5 and 3 epochs, 4 s each.
  expect(accumulate.seconds?.mean).toBeCloseTo(13);
  expect(accumulate.images?.mean).toBeCloseTo(130);
});

it("gives no mean where a run never comes to the target, and no interval to a single run", () => {
  const [sync] = timesToAccuracy(all, 0.85, { factors: ["mode"] });
  expect(sync).toMatchObject({ reached: 1, why: expect.stringContaining("1 of 2 runs come to the target.") as string });
  expect(sync.why).toContain("Run sync 1 comes to 80.0 % at best");
  expect(sync).not.toHaveProperty("seconds");
  const [alone] = timesToAccuracy(observations(runs.slice(0, 1)), 0.6);
  expect(alone.seconds).toEqual({ mean: 16 });
});

it("compares what two ways pay run by run, where they share a replicate", () => {
  const ratio = paidRatio(all, 0.5, { level: "accumulate", to: "sync", by: "images", confidence: 0.95 });
  expect(ratio.mean).toBeCloseTo(Math.sqrt((140 / 70) * (120 / 80)));
  expect(ratio.interval!.low).toBeLessThan(ratio.mean);
  expect(ratio.interval!.high * ratio.interval!.low).toBeCloseTo(ratio.mean ** 2);
  expect(paidRatio(all.slice(0, 2), 0.5, { level: "accumulate", to: "sync", by: "seconds" })).toEqual({ mean: 1 });
  // Another replicate is no partner.
  expect(() => paidRatio(all.slice(1, 3), 0.5, { level: "accumulate", to: "sync", by: "images" })).toThrow(
    "No replicate has a run of mode accumulate and one of sync: measure both with the same seed.",
  );
  expect(() => paidRatio(all, 0.85, { level: "accumulate", to: "sync", by: "images" })).toThrow(
    "Run accumulate 1 comes to 80.0 % at best in 6 validations, below 85.0 %. Compare at a lower target, or train more epochs.",
  );
});
