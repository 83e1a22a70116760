import { createModel, type Model } from "../../lib/models/model";
import type { Strategy } from "../../lib/strategy";
import { setRandomSeed, tf } from "../../lib/tensorflow/engine";
import { sgd } from "../../lib/training/optimizer";
import type { BatchResult } from "../../lib/training/update";
import { ByHand } from "../training/by-hand";

export const SIZE = 6;
export const CLASSES = 3;

/** Two convolutions and a dense layer, without BatchNorm: what an image gives does not depend on the others of its batch. */
export function plainModel({ seed = 3, dropout = 0 } = {}): Model {
  const make = (name: string, shape: number[], deviation: number, own: number) => ({
    ...{ name, trainable: true },
    variable: tf.tidy(() => tf.variable(tf.randomNormal(shape, 0, deviation, "float32", seed + own))),
  });
  const first = make("first/kernel", [3, 3, 3, 4], 0.3, 1);
  const shift = make("first/bias", [4], 0.1, 2);
  const second = make("second/kernel", [3, 3, 4, 5], 0.3, 3);
  const dense = make("dense/kernel", [5, CLASSES], 0.5, 4);
  const bias = make("dense/bias", [CLASSES], 0.1, 5);
  const options = { inputShape: [SIZE, SIZE, 3] as [number, number, number], classes: CLASSES };
  return createModel("plain", options, [first, shift, second, dense, bias], {
    embed: (images) => images,
    blocks: [],
    head: (images: tf.Tensor4D, { training }) => {
      const x = tf.relu(tf.add(tf.conv2d(images, first.variable as tf.Tensor4D, 1, "same"), shift.variable));
      const y: tf.Tensor4D = tf.relu(tf.conv2d(x as tf.Tensor4D, second.variable as tf.Tensor4D, 1, "same"));
      const pooled = tf.mean<tf.Tensor2D>(y, [1, 2]);
      const kept = training && dropout > 0 ? (tf.dropout(pooled, dropout) as tf.Tensor2D) : pooled;
      return tf.add(tf.matMul(kept, dense.variable as tf.Tensor2D), bias.variable);
    },
  });
}

/** Images of noise and their labels. */
export function batchOf(images: number, seed = 1): [tf.Tensor4D, tf.Tensor1D] {
  return [
    tf.randomUniform([images, SIZE, SIZE, 3], 0, 1, "float32", seed),
    tf.tensor1d(
      Array.from({ length: images }, (_, index) => (index * seed + (index >> 1)) % CLASSES),
      "int32",
    ),
  ];
}

export const numbers = (tensor: tf.Tensor): number[] => Array.from(tensor.dataSync());

/** Every weight's values. */
export const valuesOf = ({ weights }: Model): number[][] => weights.map(({ variable }) => numbers(variable));

export interface Training {
  model: Model;
  /** Images of each batch. Those of one update are the parts of one larger batch. */
  batches: number[];
  /** Batches of an update; the last update may have fewer. Default 1. */
  syncEvery?: number;
  rate?: number;
  momentum?: number;
  precision?: "float32" | "mixed_bfloat16";
}

/** What was trained: of every batch its part of the update's mean loss and its hits, and the weights at the end. */
export interface Trained {
  steps: BatchResult[];
  after: number[][];
}

/** Trains with a strategy of its own. */
export async function train(strategy: Strategy, training: Training): Promise<Trained> {
  try {
    return await trainSteps(strategy, training);
  } finally {
    strategy.dispose();
  }
}

/** Trains some steps; the replicas are compared after each update. */
export async function trainSteps(strategy: Strategy, wanted: Training): Promise<Trained> {
  const { model, batches, syncEvery = 1, rate = 0.5, momentum = 0, precision = "float32" } = wanted;
  const training = new ByHand(strategy, model, { optimizer: sgd(rate, { momentum }), batches: syncEvery, precision });
  const steps: BatchResult[] = [];
  for (let first = 0; first < batches.length; first += syncEvery) {
    const own = batches.slice(first, first + syncEvery);
    const whole = batchOf(sum(own), 1 + first / syncEvery);
    const parts = own.map((images, place) => whole.map((tensor) => tensor.slice(sum(own.slice(0, place)), images)));
    setRandomSeed(5, first);
    steps.push(...(await training.update(...parts)));
    training.placed.checkCopies();
    tf.dispose([whole, parts]);
  }
  const after = valuesOf(model);
  training.dispose();
  return { steps, after };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** The largest difference between numbers at the same place. */
export function difference(a: number[][], b: number[][]): number {
  return Math.max(...a.flatMap((values, at) => values.map((value, index) => Math.abs(value - b[at][index]))));
}
