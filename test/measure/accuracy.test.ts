import { accuracyCurve, timeToAccuracy, type AccuracyCurve } from "parallel-training/measure";
import { accuracyTable } from "../../chapters/06-prediction/accuracy-table";
import { compareAt } from "../../chapters/06-prediction/compare-at";
import { expect, it } from "vitest";
import { madeUpRun } from "./runs";

/** A made-up run with the test accuracies of its epochs; each of its 4 steps of 10 images takes a second. */
function learning(accuracies: (number | undefined)[], { syncEvery = 1, wait = 0, id = "made-up" } = {}) {
  const images = [10, 10, 10, 10];
  const run = madeUpRun({ id, stepSeconds: accuracies.map(() => 1), images, wait });
  run.configuration.syncEvery = syncEvery;
  accuracies.forEach((accuracy, index) => {
    const epoch = run.epochs[index];
    if (accuracy === undefined) delete epoch.validation;
    else epoch.validation = { accuracy, loss: 1 - accuracy, seconds: 3 };
  });
  return run;
}

const curve = (accuracies: (number | undefined)[], options = {}): AccuracyCurve =>
  accuracyCurve(learning(accuracies, options));

it("counts training seconds without validation, images over epochs, and updates with their smaller last one", () => {
  expect(curve([0.1, 0.4], { syncEvery: 3 })).toEqual({
    run: "made-up",
    way: "accumulate",
    syncEvery: 3,
    effectiveBatch: 30,
    points: [
      { epoch: 1, seconds: 4, images: 40, updates: 2, accuracy: 0.1, loss: 0.9 },
      { epoch: 2, seconds: 8, images: 80, updates: 4, accuracy: 0.4, loss: 0.6 },
    ],
  });
});

it("counts waits for images, each epoch's first one, too", () => {
  expect(curve([0.1, 0.4], { wait: 0.5 }).points.map(({ seconds }) => seconds)).toEqual([6, 12]);
});

it("does not count the time between an interruption and the resumption", () => {
  const run = learning([0.1, 0.4]);
  const { start, end } = run.epochs[1].steps;
  for (const step of [2, 3]) {
    start[step] += 3600;
    end[step] += 3600;
  }
  run.resumedFrom = [{ epoch: 2, step: 2 }];
  expect(accuracyCurve(run).points[1].seconds).toBe(8);
});

it("counts an epoch without validation as paid, and asks for validations where there are none", () => {
  expect(curve([0.1, undefined, 0.4]).points.map(({ epoch, images }) => [epoch, images])).toEqual([
    [1, 40],
    [3, 120],
  ]);
  expect(() => curve([undefined, undefined])).toThrow(
    "Run made-up has no accuracy on test images in its 2 epochs: train it with evaluation, on whole epochs.",
  );
});

it("reaches a target between two validations, in a straight line", () => {
  const found = timeToAccuracy(curve([0.2, 0.4, 0.8, 0.9], { syncEvery: 4 }), 0.5);
  expect(found).toMatchObject({ reached: true, target: 0.5, seconds: 9, images: 90, updates: 2.25, stays: true });
  expect(found.reached && [found.after?.epoch, found.by.epoch]).toEqual([2, 3]);
});

it("takes the first time at the target, and says whether it stays there", () => {
  const spiked = timeToAccuracy(curve([0.2, 0.6, 0.3, 0.8]), 0.6);
  expect(spiked).toMatchObject({ reached: true, seconds: 8, stays: false });
});

it("gives a run that is at the target from its first validation on that validation's time", () => {
  const found = timeToAccuracy(curve([0.7, 0.8]), 0.5);
  expect(found).toMatchObject({ reached: true, seconds: 4, images: 40, updates: 4, by: { epoch: 1 } });
  expect(found).not.toHaveProperty("after");
});

it("says how near a run came that never reached the target", () => {
  expect(timeToAccuracy(curve([0.2, 0.45, 0.3]), 0.5)).toEqual({
    reached: false,
    target: 0.5,
    best: 0.45,
    why: "Run made-up comes to 45.0 % at best in 3 validations, below 50.0 %.",
  });
});

it.each([0, -0.1, 75, NaN])("refuses the target %s", (target) => {
  expect(() => timeToAccuracy(curve([0.5]), target)).toThrow(
    `The target is ${target}: an accuracy is a share above 0 and up to 1, for example 0.75 for 75 %.`,
  );
});

it("compares at equal images and at equal updates: as far as both have got", () => {
  const sync = curve([0.2, 0.5, 0.7, 0.8], { id: "sync" });
  const accumulate = curve([0.1, 0.2, 0.4, 0.6, 0.7, 0.8], { id: "accumulate", syncEvery: 4 });
  const [ours, theirs] = compareAt([sync, accumulate], "images");
  expect(ours).toEqual({ seconds: 16, images: 160, updates: 16, accuracy: 0.8, loss: expect.closeTo(0.2) as number });
  expect(theirs).toMatchObject({ seconds: 16, images: 160, updates: 4, accuracy: 0.6 });
  // Six updates of accumulation are six epochs; sync makes them in one and a half.
  const [few, many] = compareAt([sync, accumulate], "updates");
  expect(few).toMatchObject({ seconds: 6, images: 60, updates: 6 });
  expect(few.accuracy).toBeCloseTo(0.35);
  expect(many).toMatchObject({ seconds: 24, images: 240, updates: 6, accuracy: 0.8 });
});

it("reads no curve where it has no validation", () => {
  const sync = curve([0.2, 0.5], { id: "sync" });
  expect(() => compareAt([sync], "images", 81)).toThrow(
    "Run sync ends at images 80, before images 81: compare at most there, or train more epochs.",
  );
  expect(() => compareAt([sync, curve([0.1], { syncEvery: 4 })], "updates")).toThrow(
    "Run sync is first validated at updates 4, after updates 1: compare later, or train the others more epochs.",
  );
  expect(() => compareAt([], "seconds")).toThrow("There are no runs to compare: train at least one.");
});

it("shows runs as a table: at equal images and updates, and what they paid; nothing where the target is not reached", () => {
  const runs = [
    { name: "sync", curve: curve([0.2, 0.6, 0.8]) },
    { name: "accumulate", curve: curve([0.1, 0.3, 0.5], { syncEvery: 2 }) },
  ];
  const [sync, accumulate] = accuracyTable(runs, 0.7);
  expect(sync).toMatchObject({ run: "sync", "effective batch": 10, "images to 70 %": 100, "updates to 70 %": 10 });
  expect(sync["seconds to 70 %"]).toBeCloseTo(timeToSeconds(runs[0].curve), 9);
  expect(accumulate).toMatchObject({ "effective batch": 20, "seconds to 70 %": undefined, "images to 70 %": NaN });
  expect(accumulate["accuracy (%) at 120 images"]).toBeCloseTo(50, 9);
});

const timeToSeconds = (of: AccuracyCurve): number => {
  const paid = timeToAccuracy(of, 0.7);
  return paid.reached ? paid.seconds : NaN;
};
