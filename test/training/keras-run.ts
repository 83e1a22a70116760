import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Batch, Strategy } from "../../lib/strategy";
import { tf } from "../../lib/tensorflow";
import { sgd } from "../../lib/training/optimizer";
import { asTheyAre } from "../../lib/training/backward";
import { evaluationStep } from "../../lib/training/step";
import { Updates } from "../../lib/training/update";
import { tinyModel } from "./tiny-model";

/** What Keras made of the tiny model in some steps; see test/golden/make_sgd.py. */
export interface Golden {
  images: number[][];
  labels: number[][];
  shape: [number, number, number, number];
  runs: GoldenRun[];
}

export interface GoldenRun {
  momentum: number;
  rates: number[];
  before: { name: string; shape: number[]; values: number[] }[];
  after: { name: string; values: number[] }[];
  losses: number[];
  correct: number[];
  test: { loss: number; correct: number };
}

/** What this engine makes of the same. */
export interface OwnRun {
  names: string[];
  shapes: number[][];
  losses: number[];
  correct: number[];
  after: number[][];
  test: { loss: number; correct: number };
  /** Whether a step after the first one made another graph. */
  capturedAgain: boolean;
}

/** A batch as this process gets it; the tensors are those of all processes together. */
export function partOf(strategy: Strategy, tensors: tf.Tensor[]): Batch {
  const images = tensors[0].shape[0];
  const [from, to] = strategy.rowsOf(images);
  return { tensors: tensors.map((tensor) => tensor.slice(from, to - from)), images };
}

/** Reads `test/golden/<name>.json`. */
export function goldenOf(name: string): Golden {
  return JSON.parse(readFileSync(join(__dirname, "..", "golden", `${name}.json`), "utf8")) as Golden;
}

/** Does with a strategy what Keras did; the replicas are compared after each step. */
export async function trainAsKeras(golden: Golden, run: GoldenRun, strategy: Strategy): Promise<OwnRun> {
  const batch = (step: number): Batch =>
    partOf(strategy, [tf.tensor4d(golden.images[step], golden.shape), tf.tensor1d(golden.labels[step], "int32")]);
  const model = tinyModel({ size: golden.shape[1], classes: 3 });
  model.weights.forEach(({ variable }, index) => {
    variable.assign(tf.tensor(run.before[index].values, run.before[index].shape));
  });
  const optimizer = sgd((step) => run.rates[step], { momentum: run.momentum });
  const parts = { model, strategy, precision: "float32" as const };
  const updates = new Updates(parts, asTheyAre, optimizer.bind(model.trainableWeights));
  const images = golden.labels[0].length;
  const results = [];
  let captureSeconds = 0;
  for (const index of run.losses.keys()) {
    const about = { place: 0, updateImages: images, learningRate: optimizer.learningRate(index), stop: false };
    results.push(...(await updates.update(batch(index), about)).batches);
    strategy.checkReplicas(model.weights);
    if (index === 0) captureSeconds = updates.captureSeconds;
  }
  const test = evaluationStep(parts, asTheyAre)(batch(0), tf.scalar(0));
  const [loss, correct] = [await test.loss.data(), await test.correct.data()];
  return {
    names: model.weights.map(({ name }) => name),
    shapes: model.weights.map(({ variable }) => variable.shape),
    losses: results.map((each) => each.loss),
    correct: results.map((each) => each.correct),
    after: model.weights.map(({ variable }) => Array.from(variable.dataSync())),
    test: { loss: loss[0] / images, correct: correct[0] },
    capturedAgain: updates.captureSeconds !== captureSeconds,
  };
}
