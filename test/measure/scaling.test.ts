import { epochSeconds } from "parallel-training/runs";
import { scaling, summedSeconds, type ScalingPoint } from "parallel-training/measure";
import type { RunRecord } from "parallel-training/runs";
import { describe, expect, it } from "vitest";
import { madeUpRun, type Plan } from "./runs";

const times = (count: number, value: number) => Array.from({ length: count }, () => value);
/** A run whose steady steps all last as long. */
const run = (replicas: number, images: number[], step: number, more: Partial<Plan> = {}) =>
  madeUpRun({ id: `on ${replicas}`, replicas, images, stepSeconds: [step + 1, step, step], ...more });
const changed = (of: RunRecord, configuration: Partial<RunRecord["configuration"]>): RunRecord => ({
  ...of,
  configuration: { ...of.configuration, ...configuration },
});

describe("A study", () => {
  it("of ideal weak scaling is ideal: the epoch's steps become fewer, and last as long", () => {
    const study = scaling([run(4, times(2, 32), 3), run(1, times(8, 8), 3), run(2, times(4, 16), 3)]);
    expect(study).toMatchObject({ model: "resnet50v2", device: "cpu", kind: "weak" });
    expect(study.points.map(({ devices }) => devices)).toEqual([1, 2, 4]);
    expect(study.points.map(({ speedup }) => speedup)).toEqual([1, 2, 4]);
    expect(study.points.map(({ efficiency }) => efficiency)).toEqual([1, 1, 1]);
    expect(study.points.map(({ deviceHoursPerEpoch }) => deviceHoursPerEpoch)).toEqual(times(3, 24 / 3600));
    expect(study.amdahl).toEqual({ serialShare: 0, mostSpeedup: Infinity });
    expect(study.points[0].marginal).toBeUndefined();
    expect(study.points[2].marginal).toMatchObject({ devices: 2, efficiency: 1 });
  });

  it("of ideal strong scaling is ideal: as many steps, each in less time", () => {
    const study = scaling([1, 2, 4].map((devices) => run(devices, times(5, 16), 8 / devices)));
    expect(study.kind).toBe("strong");
    expect(study.points.map(({ speedup }) => speedup)).toEqual([1, 2, 4]);
    expect(study.amdahl).toEqual({ serialShare: 0, mostSpeedup: Infinity });
  });

  it("gives every number of a point, as reckoned by hand", () => {
    const [, two] = scaling([run(1, [8, 8, 8, 8], 3), run(2, [16, 16], 4)]).points;
    const expected: ScalingPoint = {
      ...{ devices: 2, globalBatchSize: 16, localBatchSize: 8, runs: ["on 2"] },
      ...{ stepsPerEpoch: 2, stepSeconds: 4, epochSeconds: 8, firstEpochSeconds: 10, startUpSeconds: 2 },
      ...{ imagesPerSecond: 4, imagesPerSecondPerDevice: 2, speedup: 1.5, efficiency: 0.75 },
      deviceHoursPerEpoch: 16 / 3600,
      marginal: {
        devices: 1,
        addedImagesPerSecond: 4 - 8 / 3,
        // 4/3 images a second more, where a device alone gives 8/3.
        efficiency: 0.5,
      },
    };
    expect(Object.keys(two).sort()).toEqual(Object.keys(expected).sort());
    for (const [key, value] of Object.entries({ ...expected, ...expected.marginal })) {
      if (typeof value !== "number") continue;
      expect({ ...two, ...two.marginal }[key as keyof ScalingPoint], key).toBeCloseTo(value, 12);
    }
  });

  it("obeys what the definitions imply, whatever the runs", () => {
    // A small linear congruential generator: any numbers will do, as long as they are the same ones every time.
    let state = 1;
    const next = () => (state = (state * 48271) % 2147483647) / 2147483647;
    for (let trial = 0; trial < 50; trial++) {
      const batch = 1 + Math.floor(next() * 9);
      const { points, amdahl } = scaling(
        [1, 2, 3, 8].map((devices) =>
          run(devices, [...times(1 + Math.floor(next() * 6), devices * batch), 1], 0.1 + next(), { wait: next() }),
        ),
      );
      for (const point of points) {
        const images = point.imagesPerSecond * point.epochSeconds;
        expect(Math.round(images)).toBeCloseTo(images, 9);
        expect(point.stepSeconds * point.stepsPerEpoch).toBeCloseTo(point.epochSeconds, 12);
        expect(point.imagesPerSecondPerDevice * point.devices).toBeCloseTo(point.imagesPerSecond, 9);
        expect(point.imagesPerSecond / points[0].imagesPerSecond).toBeCloseTo(point.speedup, 12);
        // The device-hours of an image grow as the efficiency falls.
        const hoursPerImage = (of: ScalingPoint) => of.deviceHoursPerEpoch / (of.imagesPerSecond * of.epochSeconds);
        expect(hoursPerImage(points[0]) / hoursPerImage(point)).toBeCloseTo(point.efficiency, 9);
      }
      const added = points.reduce((sum, { marginal }) => sum + (marginal?.addedImagesPerSecond ?? 0), 0);
      expect(points[0].imagesPerSecond + added).toBeCloseTo(points[3].imagesPerSecond, 9);
      expect(amdahl!.serialShare).toBeGreaterThanOrEqual(0);
      expect(amdahl!.serialShare).toBeLessThanOrEqual(1);
    }
  });

  it("takes the mean of replicates, each the mean of its steady epochs", () => {
    const slow = madeUpRun({ id: "slow", replicas: 2, images: [16, 16], stepSeconds: [9, 4, 6] });
    const fast = madeUpRun({ id: "fast", replicas: 2, images: [16, 16], stepSeconds: [5, 3] });
    const [one, two] = scaling([run(1, times(4, 8), 4), slow, fast]).points;
    expect(one.epochSeconds).toBe(16);
    // (8 + 12) / 2 = 10 and 6.
    expect(two).toMatchObject({ runs: ["slow", "fast"], epochSeconds: 8, stepSeconds: 4, speedup: 2 });
    expect(two).toMatchObject({ firstEpochSeconds: 14, startUpSeconds: 6 });
    // The same run twice changes nothing.
    expect(scaling([run(1, times(4, 8), 4), slow, slow]).points[1].epochSeconds).toBe(10);
  });

  it("counts the incomplete last step with its time and with its images", () => {
    const [one, two] = scaling([run(1, [8, 8, 8, 8, 1], 2), run(2, [16, 16, 1], 2)]).points;
    expect([one.epochSeconds, two.epochSeconds]).toEqual([10, 6]);
    // From full steps alone it would be twice.
    expect(two.speedup).toBeCloseTo(10 / 6);
    expect(two.imagesPerSecond).toBeCloseTo(33 / 6);
  });

  it("does not flatter devices that starve: every wait counts, the first one too", () => {
    // Images come at one rate, whatever the devices: 1 s for 8 of them, and nothing else takes time worth naming.
    const starved = (devices: number) => run(devices, times(8 / devices, 8 * devices), 1e-9, { wait: devices });
    const { points, amdahl } = scaling([1, 2, 4].map(starved));
    for (const { speedup } of points) expect(speedup).toBeCloseTo(1, 6);
    expect(amdahl!.serialShare).toBeCloseTo(1, 6);
    const [epoch] = starved(4).epochs;
    expect(summedSeconds(epoch) - epochSeconds(epoch)).toBe(4);
    expect(summedSeconds(run(1, [], 1).epochs[0])).toBe(0);
  });

  it("compares images a second where epochs are of different lengths", () => {
    // So many steps an epoch, whatever the devices: an epoch of 2 devices has twice the images.
    const [, two] = scaling([run(1, times(3, 8), 2), run(2, times(3, 16), 2)]).points;
    expect(two).toMatchObject({ epochSeconds: 6, speedup: 2, efficiency: 1 });
  });

  it("keeps weak and strong apart where the batches of an epoch do not divide by the devices", () => {
    const three = changed(run(3, times(4, 16), 3), { localBatchSize: 6 });
    expect(scaling([run(1, times(4, 16), 8), three]).kind).toBe("strong");
    const alone = scaling([run(1, times(4, 16), 8)]);
    expect([alone.kind, alone.points.length, alone.amdahl]).toEqual(["weak", 1, undefined]);
  });

  it("may begin with more than one device, if that is asked for", () => {
    const runs = [run(2, times(4, 16), 3), run(4, times(2, 32), 4)];
    const { points, amdahl } = scaling(runs, { baseline: 2 });
    expect(points[1]).toMatchObject({ speedup: 1.5, efficiency: 0.75 });
    expect(points[1].marginal?.efficiency).toBeCloseTo(0.5);
    // 1 / 1.5 = s + (1 - s) / 2
    expect(amdahl?.serialShare).toBeCloseTo(1 / 3);
    expect(() => scaling(runs)).toThrow(
      "The fewest devices of these runs are 2, not the baseline's 1: a speedup compares with the baseline, so train on 1 " +
        "device, or choose another baseline.",
    );
  });
});

describe("A run that was resumed", () => {
  /** Stopped for `pause` seconds before a step of an epoch. */
  const resumed = (of: RunRecord, epoch: number, step: number, pause: number): RunRecord => {
    const later = (each: number, at: number) => each > epoch || (each === epoch && at >= step);
    const epochs = of.epochs.map((each) => {
      const moved = (list: number[]) => list.map((time, at) => (later(each.epoch, at) ? time + pause : time));
      return { ...each, steps: { ...each.steps, start: moved(each.steps.start), end: moved(each.steps.end) } };
    });
    return { ...of, epochs, resumedFrom: [{ epoch, step }] };
  };
  const smooth = madeUpRun({ id: "r", images: [8, 8], stepSeconds: [4, 2, 3], wait: 1 });

  it("is measured without the epoch that carries a second start-up", () => {
    const [point] = scaling([resumed(smooth, 2, 1, 3600)]).points;
    expect(point.epochSeconds).toBe(2 * 4);
    expect(scaling([resumed(smooth, 3, 0, 3600)]).points[0].epochSeconds).toBe(2 * 3);
    // Stopped after the last step of epoch 2, before its evaluation: epoch 3 is the one.
    expect(scaling([resumed(smooth, 2, 2, 3600)]).points[0].epochSeconds).toBe(2 * 3);
  });

  it("is measured as if it had not stood still", () => {
    const [before] = scaling([smooth]).points;
    expect(scaling([resumed(smooth, 1, 1, 3600)]).points[0].firstEpochSeconds).toBe(before.firstEpochSeconds);
  });

  it("is refused where that epoch is the only one", () => {
    const short = madeUpRun({ id: "short", images: [8, 8], stepSeconds: [4, 2] });
    expect(() => scaling([resumed(short, 2, 1, 60)])).toThrow(
      "Run short was resumed in epoch 2, which carries a second start-up, and has no other epoch after the first: train " +
        "one epoch more.",
    );
  });
});

describe("A set of runs that is no study", () => {
  const one = run(1, times(4, 8), 4);
  const two = run(2, times(2, 16), 4);

  it.each([
    [{ model: "resnet152v2" }, /these have 2 models, resnet50v2 and resnet152v2: choose the runs of one\.$/],
    [{ device: "gpu" as const }, /2 kinds of device, cpu and gpu/],
    [{ precision: "mixed_bfloat16" as const }, /2 precisions, float32 and mixed_bfloat16/],
    [{ dataset: "cifar10" }, /2 data sets, synthetic and cifar10/],
    [{ imageSize: 128 }, /2 image sizes, 32 and 128/],
    [{ data: "host" as const }, /2 ways to feed images, device and host/],
    [{ prefetch: 2 }, /2 numbers of prefetched batches, 0 and 2/],
    [{ secondsPerImage: 0.1 }, /2 waits per image \(s\), 0 and 0\.1/],
  ])("differs in more than its devices: %o", (configuration, message) => {
    expect(() => scaling([one, changed(two, configuration)])).toThrow(message);
  });

  it("comes from different machines", () => {
    const elsewhere = { ...two, where: { ...two.where, processor: "another" } };
    expect(() => scaling([{ ...one, where: { ...one.where, processor: "this" } }, elsewhere])).toThrow(
      /2 processors, this and another/,
    );
  });

  it("follows no rule for the batch: the batches are named", () => {
    expect(() => scaling([one, run(2, times(3, 12), 4)])).toThrow(
      "Global batches of 8 on 1 (8 each), 12 on 2 (6 each) keep neither the global batch (strong scaling) nor the local " +
        "one (weak scaling) constant: choose runs that do.",
    );
    // Also among replicates.
    expect(() => scaling([one, run(1, times(2, 16), 4)])).toThrow(/8 on 1 \(8 each\), 16 on 1 \(16 each\)/);
  });

  it("has replicates that are none", () => {
    expect(() => scaling([one, run(1, times(6, 8), 4)])).toThrow(
      "The runs on 1 device have epochs of 32 and 48 images: replicates train on as many, so choose the runs of one.",
    );
    expect(() => scaling([one, changed(one, { strategy: "mirrored" })])).toThrow(
      "The runs on 1 device differ in strategy, one-device and mirrored: replicates are trained in one way, so choose the " +
        "runs of one.",
    );
    // What a later workbook may record counts too, also against a run that does not say.
    expect(() => scaling([one, changed(one, { ["bucketBytes" as string]: 1024 })])).toThrow(
      /differ in bucketBytes, default and 1024/,
    );
    const otherwise = changed(one, { seed: 2, learningRate: 1, program: "another", preset: "full" });
    expect(scaling([one, otherwise]).points[0].runs).toHaveLength(2);
  });

  it("has runs that did not complete: all are named, with the batch that did not fit", () => {
    const tooLarge = { ...two, id: "large", outcome: "out-of-memory" as const };
    const stopped = { ...one, id: "stopped", outcome: "interrupted" as const };
    expect(() => scaling([one, tooLarge, stopped])).toThrow(
      "large (out of memory with 8 images on each of 2 devices), stopped (interrupted, 1 device) did not complete: leave " +
        "such runs out, or train them again.",
    );
  });

  it("has a run of one epoch, epochs that differ, or nothing at all", () => {
    expect(() => scaling([one, { ...two, epochs: two.epochs.slice(0, 1) }])).toThrow(
      "Run on 2 finished 1 epoch: epoch 1 is left out, so train at least 2 epochs.",
    );
    const uneven = run(1, times(4, 8), 4);
    uneven.epochs[2].steps.images = [8, 8, 8, 1];
    expect(() => scaling([uneven])).toThrow(
      "Run on 1 has epochs of 32 and 25 images: train the same images every epoch.",
    );
    expect(() => scaling([])).toThrow("A scaling study needs runs, and there are none: train on 1 device first.");
    expect(() => scaling([two])).toThrow(/fewest devices of these runs are 2, not the baseline's 1/);
  });
});
