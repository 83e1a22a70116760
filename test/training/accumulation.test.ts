import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { synthetic } from "../../datasets";
import { MirroredStrategy, OneDeviceStrategy, type Strategy } from "../../lib/strategy";
import { configureTensorFlow, setRandomSeed, tf } from "../../lib/tensorflow";
import { fit } from "../../lib/training/fit";
import type { FitOptions } from "../../lib/training/fit-options";
import { sgd } from "../../lib/training/optimizer";
import type { RunRecord } from "../../lib/runs/record";
import { Updates } from "../../lib/training/update";
import { batchOf, difference, plainModel, SIZE, valuesOf } from "../strategy/helpers";
import { asGiven, partOf } from "./keras-run";
import { tinyModel } from "./tiny-model";
import { full } from "../extent";
import { temporaryFolder } from "../temporary";

configureTensorFlow({ device: "cpu", logicalDevices: 3, intraOpThreads: 1 });
const strategies: Record<string, () => Strategy> = {
  "one device": () => new OneDeviceStrategy(),
  "three devices": () => new MirroredStrategy({ devices: 3, device: "cpu" }),
};

let folder: string;
beforeEach(() => void (folder = temporaryFolder("accumulation")));

const RATE = 0.5;

/** Makes updates, each from its images at once (`most` undefined) or from batches of at most so many. */
async function update(strategy: Strategy, updates: number[], options: { most?: number; momentum: number }) {
  const { most, momentum } = options;
  const model = plainModel();
  const optimizer = sgd(RATE, { momentum }).bind(model.trainableWeights);
  const parts = { model, strategy, precision: "float32" as const };
  const several = most === undefined ? 1 : Math.ceil(Math.max(...updates) / most);
  const steps = new Updates(parts, asGiven, optimizer, several);
  const results = [];
  for (const [index, images] of updates.entries()) {
    const all = batchOf(images, index + 1);
    const size = most ?? images;
    const count = Math.ceil(images / size);
    for (let place = 0; place < count; place++) {
      const length = Math.min(size, images - place * size);
      const batch = partOf(strategy, all.map((tensor) => tensor.slice(place * size, length))); // prettier-ignore
      const about = { place, updateImages: images, learningRate: RATE, stop: false };
      const before = valuesOf(model);
      if (place === count - 1) {
        const { batches } = await steps.update(batch, about);
        expect(batches).toHaveLength(count);
        results.push({
          loss: batches.reduce((sum, { loss }) => sum + loss, 0),
          correct: batches.reduce((sum, { correct }) => sum + correct, 0),
        });
      } else {
        await steps.accumulate(batch, about);
        expect(valuesOf(model)).toEqual(before);
      }
      strategy.checkReplicas([...model.weights, ...optimizer.slots]);
    }
  }
  const after = valuesOf(model);
  steps.dispose();
  optimizer.dispose();
  model.dispose();
  strategy.dispose();
  return { results, after };
}

describe.each(Object.keys(strategies))("updates from several batches, on %s", (name) => {
  const strategy = strategies[name];

  const common: [string, number[]][] = [
    ["an incomplete last group", [24, 24, 12]],
    ["fewer images than devices in the last batch", [24, 13]],
  ];
  const others: [string, number[]][] = [
    ["full groups", [24, 24, 24]],
    ["a smaller last batch", [24, 20]],
    ["a last group of one batch", [24, 5]],
  ];

  it.each([...common, ...(full ? others : [])])("are those from one large batch: %s", async (_what, images) => {
    for (const momentum of [0, 0.9]) {
      const expected = await update(new OneDeviceStrategy(), images, { momentum });
      const found = await update(strategy(), images, { momentum, most: 6 });
      expect(difference(found.after, expected.after)).toBeLessThan(1e-5);
      found.results.forEach(({ loss, correct }, index) => {
        expect(loss).toBeCloseTo(expected.results[index].loss, 5);
        expect(correct).toBe(expected.results[index].correct);
      });
    }
  });

  it("forget the update before, and draw other random numbers for each batch", async () => {
    const trained = async () => {
      const [made, model] = [strategy(), tinyModel({ size: SIZE, classes: 3, dropout: 0.5 })];
      const optimizer = sgd(1e-9).bind(model.trainableWeights);
      const updates = new Updates({ model, strategy: made, precision: "float32" }, asGiven, optimizer, 2);
      const batch = partOf(made, batchOf(6));
      const about = { updateImages: 12, learningRate: 1e-9, stop: false };
      const losses: number[][] = [];
      for (const seed of [1, 1, 2]) {
        setRandomSeed(seed);
        await updates.accumulate(batch, { ...about, place: 0 });
        losses.push((await updates.update(batch, { ...about, place: 1 })).batches.map(({ loss }) => loss));
      }
      updates.dispose();
      made.dispose();
      return losses;
    };
    const [first, again, other] = await trained();
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    expect(first[0]).not.toBe(first[1]);
  });
});

const images = (globalBatchSize: number, trainImages = 44) =>
  synthetic({ imageSize: 8, globalBatchSize, trainImages, testImages: 20 });

async function train(options: Partial<FitOptions>, batchSize = 4, trainImages = 44): Promise<RunRecord> {
  const model = tinyModel({ dropout: 0.5, seed: options.resume ? 99 : 7 });
  const chosen = { strategy: new OneDeviceStrategy(), epochs: 3, record: join(folder, "run.json"), progress: false };
  const optimizer = sgd((step) => 0.2 / (1 + step), { momentum: 0.9 });
  try {
    return await fit(model, await images(batchSize, trainImages), { optimizer, ...chosen, ...options });
  } finally {
    model.dispose();
  }
}

const losses = (run: RunRecord): number[] => run.epochs.flatMap(({ steps }) => steps.loss);

describe("fit with several batches an update", () => {
  it("records every batch, and asks for one learning rate an update", async () => {
    const asked: number[] = [];
    const schedule = (step: number): number => {
      asked.push(step);
      return 0.1;
    };
    const run = await train({ optimizer: sgd(schedule), syncEvery: 4, epochs: 2 });
    expect(run.configuration).toMatchObject({ syncEvery: 4, globalBatchSize: 4 });
    expect(run.epochs.map(({ steps }) => steps.images)).toEqual([1, 2].map(() => Array<number>(11).fill(4)));
    // Eleven batches an epoch: updates of 4, 4 and 3; step 0 is asked for its rate once more, for the record.
    const updates = (epoch: number) => [0, 1, 2].flatMap((of) => Array<number>(of < 2 ? 4 : 3).fill(3 * epoch + of));
    expect(asked.slice(-22)).toEqual([...updates(0), ...updates(1)]);
    expect(new Set(asked)).toEqual(new Set([0, 1, 2, 3, 4, 5]));
  });

  it("trains as with a larger batch, the last group weighted by its images", async () => {
    const plain = async (batchSize: number, syncEvery: number) => {
      const model = plainModel();
      const dataset = await synthetic({ imageSize: SIZE, globalBatchSize: batchSize, trainImages: 43, testImages: 20 });
      const few = { ...dataset, classes: dataset.classes.slice(0, 3) };
      for (const set of [few.train, few.test]) set.labels.forEach((label, row) => (set.labels[row] = label % 3));
      const more = { optimizer: sgd(0.3, { momentum: 0.9 }), epochs: 3, record: join(folder, "run.json") };
      const strategy = new OneDeviceStrategy();
      const run = await fit(model, few, { strategy, syncEvery, progress: false, ...more });
      const after = valuesOf(model);
      model.dispose();
      return { run, after };
    };
    const [whole, parts] = [await plain(16, 1), await plain(4, 4)];
    expect(parts.run.epochs[0].steps.images).toEqual([...Array<number>(10).fill(4), 3]);
    expect(difference(parts.after, whole.after)).toBeLessThan(1e-5);
    whole.run.epochs.forEach(({ loss, accuracy, validation }, index) => {
      expect(parts.run.epochs[index].loss).toBeCloseTo(loss, 5);
      expect(parts.run.epochs[index].accuracy).toBeCloseTo(accuracy, 9);
      expect(parts.run.epochs[index].validation?.loss).toBeCloseTo(validation?.loss ?? NaN, 5);
    });
  });

  it("ends after an update, and goes on from there bit for bit", async () => {
    const whole = await train({ syncEvery: 3 });
    const checkpoint = join(folder, "checkpoints");
    const optimizer = {
      ...sgd((step) => 0.2 / (1 + step), { momentum: 0.9 }),
      learningRate(step: number) {
        if (step === 5) process.emit("SIGTERM"); // as if it came in the second group of the second epoch
        return 0.2 / (1 + step);
      },
    };
    const first = await train({ syncEvery: 3, checkpoint, optimizer });
    expect(first).toMatchObject({ outcome: "interrupted" });
    const rest = await train({ syncEvery: 3, checkpoint, resume: true });
    expect(rest.resumedFrom).toEqual([{ epoch: 2, step: 6 }]);
    expect(rest.outcome).toBe("completed");
    expect(losses(rest)).toEqual(losses(whole));
    expect(rest.epochs.map(({ validation }) => validation)).toMatchObject(
      whole.epochs.map(({ validation }) => ({ loss: validation?.loss, accuracy: validation?.accuracy })),
    );
  });

  it("keeps checkpoints at updates only, and refuses to go on with other updates", async () => {
    const checkpoint = join(folder, "checkpoints");
    const optimizer = {
      ...sgd(0.1, { momentum: 0.9 }),
      learningRate(step: number) {
        if (step === 3) throw new Error("here it ends");
        return 0.1;
      },
    };
    await expect(train({ syncEvery: 3, checkpoint, checkpointSteps: 2, optimizer })).rejects.toThrow("here it ends");
    // Steps 2, 4, 6 and 8 are due: they are kept after the updates at 3, 6 and 9.
    expect((await readdir(checkpoint)).sort().at(-1)).toBe("step-00000009");
    const going = { checkpoint, resume: true, optimizer: sgd(0.1, { momentum: 0.9 }) };
    await expect(train({ ...going, syncEvery: 2 })).rejects.toThrow(/batches of an update 3 there, 2 here/);
    await expect(train({ ...going })).rejects.toThrow(/batches of an update 3 there, 1 here/);
    const rest = await train({ ...going, syncEvery: 3, epochs: 1 });
    expect(rest.resumedFrom).toEqual([{ epoch: 1, step: 9 }]);
  });

  it("of one batch goes on where no number was given", async () => {
    const checkpoint = join(folder, "checkpoints");
    await train({ checkpoint, epochs: 1 });
    expect(await train({ checkpoint, resume: true, syncEvery: 1 })).toMatchObject({ outcome: "completed" });
  });

  it("leaves no tensor behind", async () => {
    const model = tinyModel();
    const dataset = await images(4);
    const before = tf.memory().numTensors;
    const options = { strategy: new OneDeviceStrategy(), optimizer: sgd(0.1), epochs: 2, syncEvery: 4 };
    await fit(model, dataset, { ...options, record: join(folder, "run.json"), progress: false });
    expect(tf.memory().numTensors).toBe(before);
    model.dispose();
  });

  it("refuses a number of batches that is none", async () => {
    await expect(train({ syncEvery: 0 })).rejects.toThrow(/syncEvery is 0: give a whole number from 1 up/);
    await expect(train({ syncEvery: 1.5 })).rejects.toThrow(/syncEvery is 1.5/);
  });
});
