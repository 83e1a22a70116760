import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Strategy } from "../../lib/strategy";
import { tf } from "../../lib/tensorflow";
import { sgd } from "../../lib/training/optimizer";
import { ByHand } from "./by-hand";
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

/** Reads `test/golden/<name>.json`. */
export function goldenOf(name: string): Golden {
  return JSON.parse(readFileSync(join(__dirname, "..", "golden", `${name}.json`), "utf8")) as Golden;
}

/** Does with a strategy what Keras did; the replicas are compared after each step. */
export async function trainAsKeras(golden: Golden, run: GoldenRun, strategy: Strategy): Promise<OwnRun> {
  const batch = (step: number): tf.Tensor[] => [
    tf.tensor4d(golden.images[step], golden.shape),
    tf.tensor1d(golden.labels[step], "int32"),
  ];
  const model = tinyModel({ size: golden.shape[1], classes: 3 });
  model.weights.forEach(({ variable }, index) => {
    variable.assign(tf.tensor(run.before[index].values, run.before[index].shape));
  });
  const optimizer = sgd((step) => run.rates[step], { momentum: run.momentum });
  const training = new ByHand(strategy, model, { optimizer });
  const results = [];
  let captureSeconds = 0;
  for (const index of run.losses.keys()) {
    results.push(...(await training.update(batch(index))));
    training.placed.checkCopies();
    if (index === 0) captureSeconds = training.updates.captureSeconds;
  }
  const test = await training.evaluate(batch(0));
  return {
    names: model.weights.map(({ name }) => name),
    shapes: model.weights.map(({ variable }) => variable.shape),
    losses: results.map((each) => each.loss),
    correct: results.map((each) => each.correct),
    after: model.weights.map(({ variable }) => Array.from(variable.dataSync())),
    test: { loss: test.loss / golden.labels[0].length, correct: test.correct },
    capturedAgain: training.updates.captureSeconds !== captureSeconds,
  };
}
