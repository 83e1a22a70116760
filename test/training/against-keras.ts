import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Strategy } from "../../lib/strategy";
import { tf } from "../../lib/tensorflow";
import { sgd } from "../../lib/training/optimizer";
import { evaluationStep, type Decoder } from "../../lib/training/step";
import { Updates } from "../../lib/training/update";
import { tinyModel } from "./tiny-model";

/** What Keras made of the tiny model in some steps; see test/golden/make_sgd.py and make_mirrored.py. */
interface Golden {
  images: number[][];
  labels: number[][];
  shape: [number, number, number, number];
  runs: GoldenRun[];
}

interface GoldenRun {
  momentum: number;
  rates: number[];
  before: { name: string; shape: number[]; values: number[] }[];
  after: { name: string; values: number[] }[];
  losses: number[];
  correct: number[];
  test: { loss: number; correct: number };
}

/** Batches come as images and labels. */
export const asGiven: Decoder = {
  decode: ([images, labels]) => ({ images: images as tf.Tensor4D, labels: labels as tf.Tensor1D }),
};

/** Reads `test/golden/<name>.json`. */
export function goldenOf(name: string): Golden {
  return JSON.parse(readFileSync(join(__dirname, "..", "golden", `${name}.json`), "utf8")) as Golden;
}

/** Expects a strategy to give Keras's losses, hits, weights and statistics, with a rate that changes and one capture. */
export async function expectKerasResults(golden: Golden, run: GoldenRun, strategy: Strategy): Promise<void> {
  const batch = (step: number): tf.Tensor[] => [
    tf.tensor4d(golden.images[step], golden.shape),
    tf.tensor1d(golden.labels[step], "int32"),
  ];
  const model = strategy.scope(() => tinyModel({ size: golden.shape[1], classes: 3 }));
  model.weights.forEach(({ name, variable }, index) => {
    expect(run.before[index]).toMatchObject({ name, shape: variable.shape });
    variable.assign(tf.tensor(run.before[index].values, variable.shape));
  });
  const optimizer = sgd((step) => run.rates[step], { momentum: run.momentum });
  const parts = { model, strategy, precision: "float32" as const };
  const updates = new Updates(parts, asGiven, optimizer.bind(model.trainableWeights));
  const images = golden.labels[0].length;
  let captureSeconds: number | undefined;
  for (const [index, expected] of run.losses.entries()) {
    const about = { place: 0, updateImages: images, learningRate: optimizer.learningRate(index), stop: false };
    const { batches, stop } = await updates.update({ tensors: batch(index), images }, about);
    expect(batches).toHaveLength(1);
    expect(batches[0].loss).toBeCloseTo(expected, 5);
    expect(batches[0].correct).toBe(run.correct[index]);
    expect(stop).toBe(0);
    strategy.checkReplicas(model.weights);
    expect(updates.captureSeconds).toBe((captureSeconds ??= updates.captureSeconds)); // one graph for all steps
  }
  for (const [index, { name, variable }] of model.weights.entries()) {
    const expected = run.after[index].values;
    (await variable.data()).forEach((value, at) => {
      expect(Math.abs(value - expected[at]), `${name}[${at}]`).toBeLessThan(1e-5);
    });
  }
  const test = evaluationStep(parts, asGiven)({ tensors: batch(0), images }, tf.scalar(0));
  expect((await test.loss.data())[0] / images).toBeCloseTo(run.test.loss, 5);
  expect((await test.correct.data())[0]).toBe(run.test.correct);
}
