import { performance } from "node:perf_hooks";
import type { PixelRange } from "../../lib/models";
import type { tf } from "../../lib/tensorflow";
import { wholeNumber, type ImageSet } from "../dataset";
import { epochOrder } from "./order";

/** One batch, as a feed hands it to a training step. */
export interface FeedBatch {
  /** This process's part of the batch, for {@link Feed.decode}; the consumer disposes them. */
  tensors: tf.Tensor[];
  /** Of the whole batch. */
  images: number;
  /** Seconds from asking for the batch to having it. */
  waitSeconds: number;
}

/** Turns a set of images into batches. */
export interface Feed {
  /** The last batch, which may be smaller, included. */
  readonly stepsPerEpoch: number;
  /** Images of the batch of a step of an epoch, counted from 0. */
  imagesOf(step: number): number;
  /**
   * The batches of one epoch.
   * @param epoch Counted from 1; with the seed, it decides the order.
   * @param firstStep How many batches to leave out at the start, when going on with an epoch. Default 0.
   */
  batches(epoch: number, firstStep?: number): AsyncIterable<FeedBatch>;
  /**
   * Makes images and labels of a batch's tensors, from TensorFlow ops alone: it runs eagerly or inside a captured step.
   * @returns `images` [batch, imageSize, imageSize, channels] in float32, 0 to `pixelRange`; `labels` [batch] in int32.
   */
  decode(tensors: tf.Tensor[]): { images: tf.Tensor4D; labels: tf.Tensor1D };
  /** Frees what the feed holds; it gives no batches afterwards. */
  dispose(): void;
}

/** How to cut a set into batches. */
export interface FeedOptions {
  /** Images a batch, over all replicas. */
  batchSize: number;
  /** Height and width that `decode` resizes to. */
  imageSize: number;
  /** What `decode` makes of the brightest pixel; see `Model.pixelRange`. Default 1. */
  pixelRange?: PixelRange;
  /** A new order each epoch; otherwise the order of the set. */
  shuffle: boolean;
  seed: number;
  /** Which images of a batch this process takes, where several train together. Default: all. */
  rowsOf?: (images: number) => [from: number, to: number];
}

/** Which images each step of one epoch takes. */
export interface Plan {
  readonly steps: number;
  /** Those of this process. */
  rows(step: number): Int32Array;
  /** How many the step has in all. */
  images(step: number): number;
}

/** Checks a feed's options against its set; the number of steps of an epoch. */
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

/** Images of a step's batch: the last one of an epoch may be smaller. */
export function imagesOf({ count }: ImageSet, { batchSize }: FeedOptions, step: number): number {
  return Math.max(0, Math.min(batchSize, count - step * batchSize));
}

/**
 * Walks through an epoch, timing how long each batch lets its consumer wait.
 * @param start Called when the first batch is asked for; it gives the plan and the function that makes a step's
 * tensors.
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
