import { createModel, type Model } from "../../lib/models/model";
import type { Strategy } from "../../lib/strategy";
import { setRandomSeed, tf } from "../../lib/tensorflow";
import { sgd } from "../../lib/training/optimizer";
import { Updates, type BatchResult } from "../../lib/training/update";
import { asGiven } from "../training/against-keras";

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
  return createModel("plain", options, [first, shift, second, dense, bias], (images, training) => {
    const x = tf.relu(tf.add(tf.conv2d(images, first.variable as tf.Tensor4D, 1, "same"), shift.variable));
    const y: tf.Tensor4D = tf.relu(tf.conv2d(x as tf.Tensor4D, second.variable as tf.Tensor4D, 1, "same"));
    const pooled = tf.mean<tf.Tensor2D>(y, [1, 2]);
    const kept = training && dropout > 0 ? (tf.dropout(pooled, dropout) as tf.Tensor2D) : pooled;
    return tf.add(tf.matMul(kept, dense.variable as tf.Tensor2D), bias.variable);
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
  /** Images of each step's batch. */
  batches: number[];
  rate?: number;
  momentum?: number;
  precision?: "float32" | "mixed";
}

/** Trains some steps; the replicas are compared after each. */
export async function train(strategy: Strategy, training: Training) {
  const { model, batches, rate = 0.5, momentum = 0, precision = "float32" } = training;
  const optimizer = sgd(rate, { momentum }).bind(model.trainableWeights);
  const updates = new Updates({ model, strategy, precision }, asGiven, optimizer);
  setRandomSeed(5);
  const steps: BatchResult[] = [];
  for (const [index, images] of batches.entries()) {
    const about = { place: 0, updateImages: images, learningRate: rate, stop: false };
    const { batches } = await updates.update({ tensors: batchOf(images, index + 1), images }, about);
    strategy.checkReplicas([...model.trainableWeights, ...optimizer.slots]);
    steps.push(...batches);
  }
  const after = valuesOf(model);
  updates.dispose();
  optimizer.dispose();
  model.dispose();
  strategy.dispose();
  return { steps, after };
}

/** The largest difference between numbers at the same place. */
export function difference(a: number[][], b: number[][]): number {
  return Math.max(...a.flatMap((values, at) => values.map((value, index) => Math.abs(value - b[at][index]))));
}
