import "../four-devices";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { synthetic, textNamed, type Dataset, type TextDataset } from "../../datasets";
import { gpt, modelNamed, type Chain, type GptOptions } from "../../lib/models";
import type { RunRecord } from "../../lib/runs/record";
import { fullyShard, pipeline, tensorParallel, type ZeroStage } from "../../lib/sharding";
import { MirroredStrategy, OneDeviceStrategy, type Strategy } from "../../lib/strategy";
import { tf } from "../../lib/tensorflow";
import { adamW, cosine, fit, sgd } from "../../lib/training";
import type { FitOptions } from "../../lib/training/fit-options";
import { all } from "../extent";
import { losses } from "./tiny-fit";
import { temporaryFolder } from "../temporary";

let folder: string;
beforeEach(() => void (folder = temporaryFolder("sharded-fit")));
afterEach(() => tf.disposeVariables()); // a refusal leaves its model, which would count as held

const sizes: GptOptions = { vocabulary: 44, context: 8, layers: 2, heads: 4, width: 32, seed: 2 };
const optimizer = adamW(cosine(0.02, { steps: 12 }), { weightDecay: 0.1 });
const text = (): Promise<TextDataset> =>
  textNamed("synthetic", { context: 8, globalBatchSize: 8, trainRows: 45, testRows: 20 }); // the last batch has 5 rows

// What each arrangement learns is tried without `fit` (test/sharding/arrangements.test.ts).
const ways = {
  zero: () => fullyShard({ devices: 4, zero: 3 }),
  layers: () => tensorParallel({ tensor: 2, sequence: true }),
  stages: () => pipeline({ stages: 2, data: 2, microbatches: 2 }),
};
const one = () => new OneDeviceStrategy();

/** @param on What the model trains on. */
async function train(
  strategy: Strategy,
  { model = gpt(sizes), ...options }: Partial<FitOptions> & { model?: Chain } = {},
  on: Dataset | TextDataset | Promise<TextDataset> = text(),
): Promise<RunRecord> {
  const chosen = { strategy, optimizer, epochs: 2, record: join(folder, "run.json"), progress: false };
  try {
    return await fit(model, await on, { ...chosen, ...options });
  } finally {
    model.dispose();
  }
}

function expectAlike(own: RunRecord, expected: RunRecord): void {
  expect(losses(own)).toHaveLength(losses(expected).length);
  losses(own).forEach((loss, step) => {
    expect(Math.abs(loss - losses(expected)[step]), `step ${step}`).toBeLessThan(1e-5);
  });
  own.epochs.forEach(({ validation, accuracy, steps }, index) => {
    const { validation: wanted, ...epoch } = expected.epochs[index];
    expect(steps.images).toEqual(epoch.steps.images);
    // A token may be found by the last digit of its logit.
    expect(Math.abs(accuracy - epoch.accuracy)).toBeLessThan(0.01);
    expect(Math.abs(validation!.loss - wanted!.loss)).toBeLessThan(1e-5);
    expect(Math.abs(validation!.accuracy - wanted!.accuracy)).toBeLessThan(0.01);
  });
}

/** One device's, which others are compared with; trained once. */
let alone: RunRecord;
beforeEach(async () => {
  alone ??= await train(one(), { record: join(temporaryFolder("alone"), "run.json") });
});

describe("fit trains a GPT as one device does, and records how it was divided", () => {
  it("one device learns, from rows of tokens", () => {
    const { model, context, classes, trainImages, testImages, imageSize, sharding } = alone.configuration;
    expect({ model, context, classes, trainImages, testImages }).toEqual({
      ...{ model: "gpt-2x32", context: 8, classes: 44, trainImages: 45, testImages: 20 },
    });
    expect([imageSize, sharding, alone.sentBytes]).toEqual([undefined, undefined, undefined]);
    expect(alone.epochs[0].steps.images).toEqual([8, 8, 8, 8, 8, 5]);
    expect(alone.epochs[1].loss).toBeLessThan(alone.epochs[0].loss);
    // The mean of the rows' losses over all tokens, as a language model's first loss must be.
    expect(Math.abs(alone.epochs[0].steps.loss[0] - Math.log(44))).toBeLessThan(0.1);
    expect(alone.epochs[1].accuracy).toBeGreaterThan(1 / 44);
    expect(alone.epochs[1].accuracy).toBeLessThan(1);
  });

  it("several batches an update", async () => {
    const run = await train(ways.zero(), { syncEvery: 2 });
    expectAlike(run, await train(one(), { syncEvery: 2 }));
  });

  it("ZeRO: what a device holds, and what it sends along each axis", async () => {
    const run = await train(ways.zero(), { memory: true });
    expectAlike(run, alone);
    const { parameters, sharding, strategy, replicas } = run.configuration;
    expect({ sharding, strategy, replicas }).toEqual({
      ...{ strategy: "zero-3", replicas: 4, sharding: { mesh: { data: 4 }, zero: 3 } },
    });
    const { atRest, peak } = run.deviceMemory!;
    // Weights and AdamW's two numbers, a quarter on each device; and the number of steps.
    const each = atRest.map((bytes) => bytes / ((12 * parameters) / 4));
    each.forEach((share) => expect(Math.abs(share - 1)).toBeLessThan(0.03)); // units are filled up to a multiple of 4
    peak.forEach((bytes, device) => expect(bytes).toBeGreaterThanOrEqual(atRest[device]));
    // Forward and backward gather all weights, and gradients are scattered once: each time 3/4 of them.
    const expected = 3 * (3 / 4) * 4 * parameters;
    run.sentBytes!.data.forEach((bytes) => expect(Math.abs(bytes / expected - 1)).toBeLessThan(0.03));
  });

  it("what each of several devices holds, and not what all hold together", async () => {
    const wide = gpt({ ...sizes, width: 128, layers: 2 });
    const run = await train(new MirroredStrategy({ devices: 4 }), { model: wide, epochs: 1, memory: true });
    const { atRest, peak } = run.deviceMemory!;
    // Weights and AdamW's two numbers; at the peak gradients, too, before and after their all-reduce, and some activations.
    const { parameters } = run.configuration;
    atRest.forEach((bytes) => expect(Math.abs(bytes / parameters - 12)).toBeLessThan(0.01));
    peak.forEach((bytes) => expect(bytes / parameters).toBeLessThan(36));
  });

  it("a pipeline's ends and its microbatches", async () => {
    const run = await train(ways.stages());
    expectAlike(run, alone);
    const { configuration, where } = run;
    expect(where.devices).toEqual(["CPU:0", "CPU:1", "CPU:2", "CPU:3"]);
    expect(configuration.sharding).toEqual({
      ...{ mesh: { stage: 2, data: 2 }, stages: 2, microbatches: 2, schedule: "1f1b" },
    });
    // Each of 2 copies sends its 4 rows forward and their gradients back, and the table of tokens, which both ends have.
    const table = 44 * 32;
    run.sentBytes!.stage.forEach((bytes) => expect(bytes).toBe(4 * (4 * 8 * 32 + table)));
  });
});

const half = (way: () => Strategy, checkpoint: string) => train(way(), { checkpoint, epochs: 1 });

describe("a checkpoint goes on", () => {
  it("bit for bit on the same mesh", async () => {
    const checkpoint = join(folder, "checkpoints");
    await half(ways.zero, checkpoint);
    const rest = await train(ways.zero(), { checkpoint, resume: true });
    expect(rest.resumedFrom).toEqual([{ epoch: 2, step: 0 }]);
    expect(losses(rest)).toEqual(losses(await train(ways.zero())));
  });

  it.each<[string, () => Strategy]>([
    ["in stages after shared layers", ways.stages],
    ["on one device after all", one],
  ])("%s", async (_, then) => {
    const checkpoint = join(folder, "checkpoints");
    await half(ways.layers, checkpoint);
    const rest = await train(then(), { checkpoint, resume: true });
    expect(rest.resumedFrom).toEqual([{ epoch: 2, step: 0 }]);
    expectAlike(rest, alone);
  });

  it("with a record that holds the settings and the memory of its own devices only", async () => {
    const checkpoint = join(folder, "checkpoints");
    const divided = () => fullyShard({ devices: 2, zero: 3 });
    const again = () => gpt({ ...sizes, checkpoint: true });
    const first = await train(divided(), { model: again(), checkpoint, epochs: 1, memory: true });
    const second = await train(divided(), { model: again(), checkpoint, epochs: 1, resume: true });
    expect([second.deviceMemory, second.sentBytes]).toEqual([first.deviceMemory, first.sentBytes]);
    expect(first.deviceMemory).toBeDefined();
    const rest = await train(one(), { checkpoint, resume: true });
    expect([rest.deviceMemory, rest.sentBytes]).toEqual([undefined, undefined]);
    expect(rest.configuration).toEqual(alone.configuration);
  });
});

describe("networks of images, too", () => {
  const names = ["tinyresnet", "tinyresnetv2", "tinyefficientnet"];
  const pairs = names.flatMap((name) => ([1, 2, 3] as ZeroStage[]).map((stage): [string, ZeroStage] => [name, stage]));
  const images = () => synthetic({ imageSize: 32, globalBatchSize: 8, trainImages: 20, testImages: 8 });
  const made = (name: string, checkpoint = false) =>
    modelNamed(name, { inputShape: [32, 32, 3], classes: 10, dropout: false, seed: 3, checkpoint });

  const optimizer = sgd(0.05, { momentum: 0.9 });
  // One after another, their parts round otherwise than at once (test/models/chain.test.ts), and each update makes more of that.
  it.each(all ? pairs : pairs.slice(-1))("%s learns with ZeRO-%i what replicas of it learn", async (name, stage) => {
    const divided = fullyShard({ devices: 2, zero: stage });
    const run = await train(divided, { model: made(name, stage === 3), optimizer }, await images());
    const copies = new MirroredStrategy({ devices: 2 });
    expectAlike(run, await train(copies, { model: made(name, true), optimizer }, await images()));
    expect(run.configuration).toMatchObject({ sharding: { mesh: { data: 2 }, zero: stage } });
  });
});

it("the record of a text has no settings of images", async () => {
  const forImages = { data: "host", prefetch: 3, loaders: 4, secondsPerImage: 0.5 } as const;
  const { configuration } = await train(one(), { ...forImages, epochs: 1, stepsPerEpoch: 1, evaluate: false });
  const { data, prefetch, loaders, secondsPerImage } = configuration;
  expect({ data, prefetch, loaders, secondsPerImage }).toEqual({ data: "device", prefetch: 0 });
});

describe("refuses in a line", () => {
  const options = (strategy: Strategy) => ({
    strategy,
    optimizer,
    epochs: 1,
    record: join(folder, "run.json"),
    progress: false,
  });
  const refused = async (strategy: Strategy, data: Dataset | TextDataset, model: Chain = gpt(sizes)) =>
    fit(model, data, options(strategy));
  const image = () => modelNamed("tinyresnet", { inputShape: [32, 32, 3], classes: 10 });

  it.each<[string, () => Promise<unknown>, string]>([
    ["no strategy", async () => fit(gpt(sizes), await text(), { ...options(one()), strategy: undefined as unknown as Strategy }), "give it a strategy, such as new OneDeviceStrategy()"],
    ["images", async () => refused(ways.stages(), await synthetic({ imageSize: 8 })), "gpt-2x32 takes text, but synthetic has images"],
    ["a text", async () => refused(one(), await textNamed("synthetic", { context: 16 }), image()), "tinyresnet takes images, but synthetic is a text"],
    ["stages of a network of images", async () => refused(ways.stages(), await synthetic({ imageSize: 32 }), image()), "tinyresnet has no layers or stages that devices could share: take a gpt model, or ZeRO (--zero, fullyShard)."],
    ["rows that are too long", async () => refused(ways.stages(), await textNamed("synthetic", { context: 16 })), "Rows of synthetic have 16 tokens, but gpt-2x32 looks at 8"],
    ["a small vocabulary", async () => refused(ways.stages(), await text(), gpt({ ...sizes, vocabulary: 12 })), "gpt-2x32 knows 12 tokens, but synthetic has 44"],
    ["few rows", async () => refused(ways.stages(), await textNamed("synthetic", { context: 8, globalBatchSize: 3 })), "A global batch of 3 is too small for 2 replicas, each of which cuts its part into 2 microbatches: take at least 4."],
  ])("%s", async (_, run, says) => {
    await expect(run()).rejects.toThrow(says);
    expect(await readdir(folder)).toEqual([]); // before anything starts
  }); // prettier-ignore
});

it("hits are whole numbers where three devices have the same rows, so that a checkpoint of them can be read", async () => {
  const checkpoint = join(folder, "checkpoints");
  const three = () => ({ model: gpt({ ...sizes, heads: 3, width: 24 }), checkpoint });
  await train(tensorParallel({ tensor: 3 }), { ...three(), epochs: 1 });
  const rest = await train(tensorParallel({ tensor: 3 }), { ...three(), resume: true });
  expect(rest.resumedFrom).toEqual([{ epoch: 2, step: 0 }]);
  const hits = rest.epochs.flatMap(({ steps }) => steps.correct);
  expect(hits.every(Number.isInteger)).toBe(true);
  expect(Math.max(...hits)).toBeGreaterThan(0);
});

it("what cannot begin is refused before its model is divided", async () => {
  const checkpoint = join(folder, "checkpoints");
  await half(ways.layers, checkpoint);
  const model = gpt(sizes);
  const options = {
    strategy: ways.layers(),
    optimizer,
    progress: false,
    checkpoint,
    record: join(folder, "next.json"),
  };
  const begun = fit(model, await text(), { ...options, epochs: 1 });
  await expect(begun).rejects.toThrow("holds checkpoints already");
  const other = fit(model, await text(), { ...options, epochs: 2, optimizer: sgd(0.1), resume: true });
  await expect(other).rejects.toThrow("optimizer adamw there, sgd here");
  expect((await fit(model, await text(), { ...options, epochs: 2, resume: true })).outcome).toBe("completed");
  model.dispose();
});

it("a model whose weights were divided is refused the next time", async () => {
  const model = gpt(sizes);
  const options = { strategy: ways.layers(), optimizer, epochs: 1, progress: false };
  await fit(model, await text(), { ...options, record: join(folder, "run.json") });
  const again = fit(model, await text(), { ...options, record: join(folder, "again.json") });
  await expect(again).rejects.toThrow("an earlier training has divided its model: make the model again.");
});

it("a last batch that is too small for its mesh counts, too", async () => {
  const few = () => textNamed("synthetic", { context: 8, globalBatchSize: 8, trainRows: 19, testRows: 9 });
  const expected = await train(one(), {}, few());
  for (const way of Object.values(ways)) expectAlike(await train(way(), {}, few()), expected);
  expect(expected.epochs[0].steps.images).toEqual([8, 8, 3]);
});
