import { performance } from "node:perf_hooks";
import type { PixelRange } from "../../lib/models";
import type { tf } from "../../lib/tensorflow";
import { wholeNumber, type ImageSet } from "../dataset";
import { epochOrder } from "./order";

/** One batch for a training step. */
export interface FeedBatch {
  /** This process's part of the batch, for {@link Feed.decode}. The consumer disposes them. */
  tensors: tf.Tensor[];
  /** Images of the whole batch. */
  images: number;
  /** Seconds from the request for the batch to its arrival. */
  waitSeconds: number;
}

/** Turns a set of images into batches. */
export interface Feed {
  /** Includes the last batch, which may be smaller. */
  readonly stepsPerEpoch: number;
  /** Images of a step's batch. Steps of an epoch count from 0. */
  imagesOf(step: number): number;
  /**
   * The batches of one epoch.
   * @param epoch Counted from 1. It decides the order, together with the seed.
   * @param firstStep The number of batches to skip, for resuming an epoch. Default 0.
   */
  batches(epoch: number, firstStep?: number): AsyncIterable<FeedBatch>;
  /**
   * Makes images and labels from a batch's tensors, using only TensorFlow ops, eagerly or inside a captured step.
   * @returns `images` [batch, imageSize, imageSize, channels] in float32, 0 to `pixelRange`; `labels` [batch] in int32.
   */
  decode(tensors: tf.Tensor[]): { images: tf.Tensor4D; labels: tf.Tensor1D };
  /** Frees the feed's memory. It gives no batches afterwards. */
  dispose(): void;
}

/** How to divide a set into batches. */
export interface FeedOptions {
  /** Images per batch, over all replicas. */
  batchSize: number;
  /** Height and width that `decode` resizes to. */
  imageSize: number;
  /** The value of the brightest pixel after `decode`; see `Model.pixelRange`. Default 1. */
  pixelRange?: PixelRange;
  /** Use a new order in each epoch instead of the order of the set. */
  shuffle: boolean;
  seed: number;
  /** The images of a batch for this process, if several train together. Default: all. */
  rowsOf?: (images: number) => [from: number, to: number];
}

/** The images of each step of one epoch. */
export interface Plan {
  readonly steps: number;
  /** The rows of this process. */
  rows(step: number): Int32Array;
  /** The step's number of images over all processes. */
  images(step: number): number;
}

/** Checks a feed's options against its set. @returns the number of steps of an epoch. */
export function stepsOf(set: ImageSet, { batchSize, imageSize }: FeedOptions): number {
  wholeNumber("batchSize", batchSize);
  wholeNumber("imageSize", imageSize);
  if (set.count === 0) throw new Error("The set holds no images: a feed needs at least 1.");
  return Math.ceil(set.count / batchSize);
}

/** The plan of one epoch. */
export function planOf(set: ImageSet, options: FeedOptions, epoch: number): Plan {
  const { batchSize, shuffle, seed, rowsOf = (images) => [0, images] } = options;
  const order = shuffle ? epochOrder(set.count, seed, epoch) : Int32Array.from({ length: set.count }, (_, row) => row);
  return {
    steps: stepsOf(set, options),
    images: (step) => imagesOf(set, options, step),
    rows: (step) => {
      const [from, to] = rowsOf(imagesOf(set, options, step));
      return order.subarray(step * batchSize + from, step * batchSize + to);
    },
  };
}

/** Images of a step's batch. The last batch of an epoch may be smaller. */
export function imagesOf({ count }: ImageSet, { batchSize }: FeedOptions, step: number): number {
  return Math.max(0, Math.min(batchSize, count - step * batchSize));
}

/**
 * Gives the batches of an epoch, and measures how long the consumer waits for each.
 * @param start Called on the request for the first batch. It returns the plan and a function that makes a step's tensors.
 */
export async function* timedBatches(
  firstStep: number,
  start: () => { plan: Plan; tensorsOf: (step: number) => tf.Tensor[] | Promise<tf.Tensor[]> },
): AsyncGenerator<FeedBatch> {
  wholeNumber("firstStep", firstStep, 0);
  let asked = performance.now();
  const { plan, tensorsOf } = start();
  for (let step = firstStep; step < plan.steps; step++) {
    const tensors = await tensorsOf(step);
    yield { tensors, images: plan.images(step), waitSeconds: (performance.now() - asked) / 1000 };
    asked = performance.now();
  }
}
