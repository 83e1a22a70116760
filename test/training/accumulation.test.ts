import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { synthetic } from "../../datasets";
import { tinyFit } from "./tiny-fit";
import { MirroredStrategy, OneDeviceStrategy, type Strategy } from "../../lib/strategy";
import { configureTensorFlow, setRandomSeed } from "../../lib/tensorflow/engine";
import { fit } from "../../lib/training/fit";
import type { FitOptions } from "../../lib/training/fit-options";
import { sgd } from "../../lib/training/optimizer";
import { batchOf, difference, plainModel, SIZE, train as trainOnce, valuesOf } from "../strategy/helpers";
import { ByHand } from "./by-hand";
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

/** Makes updates from so many images each, at once or by batches of at most `most`. @returns each update's loss and hits, and the weights. */
async function update(strategy: Strategy, updates: number[], momentum: number, most = Math.max(...updates)) {
  const batchesOf = (images: number): number[] =>
    Array.from({ length: Math.ceil(images / most) }, (_, place) => Math.min(most, images - place * most));
  const syncEvery = Math.max(...updates.map((images) => batchesOf(images).length));
  const training = { batches: updates.flatMap(batchesOf), syncEvery, momentum, model: plainModel() };
  const { steps, after } = await trainOnce(strategy, training);
  const results = updates.map((images) => {
    const own = steps.splice(0, batchesOf(images).length);
    const sum = (what: "loss" | "correct") => own.reduce((total, batch) => total + batch[what], 0);
    return { loss: sum("loss"), correct: sum("correct") };
  });
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
      const expected = await update(new OneDeviceStrategy(), images, momentum);
      const found = await update(strategy(), images, momentum, 6);
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
      const training = new ByHand(made, model, { optimizer: sgd(1e-9), batches: 2 });
      const losses: number[][] = [];
      for (const seed of [1, 1, 2]) {
        setRandomSeed(seed);
        losses.push((await training.update(batchOf(6), batchOf(6))).map(({ loss }) => loss));
      }
      training.dispose();
      made.dispose();
      return losses;
    };
    const [first, again, other] = await trained();
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    expect(first[0]).not.toBe(first[1]);
  });
});

const train = (options: Partial<FitOptions>) => tinyFit(options, { globalBatchSize: 4 });

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

  it("keeps checkpoints at updates only, and refuses to go on with other updates", async () => {
    const checkpoint = join(folder, "checkpoints");
    const ends = (step: number): number => {
      if (step === 3) throw new Error("here it ends");
      return 0.1;
    };
    const optimizer = sgd(ends, { momentum: 0.9 });
    await expect(train({ syncEvery: 3, checkpoint, checkpointSteps: 2, optimizer })).rejects.toThrow("here it ends");
    // Steps 2, 4, 6 and 8 are due: they are kept after the updates at 3, 6 and 9.
    expect((await readdir(checkpoint)).sort().at(-1)).toBe("step-00000009");
    const going = { checkpoint, resume: true, optimizer: sgd(() => 0.1, { momentum: 0.9 }) };
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

  it("refuses a number of batches that is none", async () => {
    await expect(train({ syncEvery: 0 })).rejects.toThrow(/syncEvery is 0: give a whole number from 1 up/);
    await expect(train({ syncEvery: 1.5 })).rejects.toThrow(/syncEvery is 1.5/);
  });
});
