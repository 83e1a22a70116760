import { performance } from "node:perf_hooks";
import type { PixelRange } from "../../lib/models";
import type { tf } from "../../lib/tensorflow";
import { wholeNumber } from "../dataset";
import { augmentations } from "./augmentation";
import { epochOrder } from "./order";

/** One batch for a training step. What is said of images here holds for the rows of a text, too. */
export interface FeedBatch {
  /** This process's part of the batch, for {@link Feed.decode}. The consumer disposes them. */
  tensors: tf.Tensor[];
  /** Images of the whole batch. */
  images: number;
  /** Seconds from the request for the batch to its arrival. */
  waitSeconds: number;
}

/** Turns a set of images, or a text, into batches. */
export interface Feed {
  /** Includes the last batch, which may be smaller. */
  readonly stepsPerEpoch: number;
  /** How many labels an image has: 1; a row of text has one for each token. */
  readonly labelsOfExample: number;
  /** Images of a step's batch. Steps of an epoch count from 0. */
  imagesOf(step: number): number;
  /**
   * The batches of one epoch.
   * @param epoch Counted from 1. It decides the order, together with the seed.
   * @param firstStep The number of batches to skip, for resuming an epoch. Default 0.
   */
  batches(epoch: number, firstStep?: number): AsyncIterable<FeedBatch>;
  /**
   * Makes inputs and labels from a batch's tensors, using only TensorFlow ops, eagerly or inside a captured step.
   * @returns `inputs`: images [batch, imageSize, imageSize, channels] in float32, 0 to `pixelRange`, or tokens [rows, context] in int32;
   * `labels` in int32: [batch], or the token behind each, [rows · context].
   */
  decode(tensors: tf.Tensor[]): { inputs: tf.Tensor; labels: tf.Tensor1D };
  /** Frees the feed's memory. It gives no batches afterwards. */
  dispose(): void;
}

/** Which images are in which batch. */
export interface Portions {
  /** Images per batch, over all replicas. */
  batchSize: number;
  /** Use a new order in each epoch instead of the order of the set. */
  shuffle: boolean;
  seed: number;
  /** The images of a batch for this process, if several train together. Default: all. */
  rowsOf?: (images: number) => [from: number, to: number];
}

/** How to divide a set of images into batches. */
export interface FeedOptions extends Portions {
  /** Height and width that `decode` resizes to. */
  imageSize: number;
  /** The value of the brightest pixel after `decode`; see `Model.pixelRange`. Default 1. */
  pixelRange?: PixelRange;
  /** Cut out and mirror each image at random before it is resized, see `augmentations`. Default false. */
  augment?: boolean;
}

/** The images of each step of one epoch. */
export interface Plan {
  readonly steps: number;
  /** The rows of this process. */
  rows(step: number): Int32Array;
  /** Their part of the epoch's `augmentations`, where images are augmented. */
  augmentations(step: number): Uint8Array | undefined;
  /** The step's number of images over all processes. */
  images(step: number): number;
}

/** @returns the number of steps of an epoch over so many images. @throws one line when there is none, or the batch is no whole number. */
export function stepsOf(count: number, batchSize: number): number {
  wholeNumber("batchSize", batchSize);
  if (count === 0) throw new Error("The set holds no images: a feed needs at least 1.");
  return Math.ceil(count / batchSize);
}

/** The plan of one epoch. */
export function planOf(count: number, portions: Portions & Pick<FeedOptions, "augment">, epoch: number): Plan {
  const { batchSize, shuffle, seed, augment, rowsOf = (images) => [0, images] } = portions;
  const order = shuffle ? epochOrder(count, seed, epoch) : Int32Array.from({ length: count }, (_, row) => row);
  const numbers = augment ? augmentations(count, seed, epoch) : undefined;
  const ownPart = (step: number): [from: number, to: number] => {
    const [from, to] = rowsOf(countOf(count, portions, step));
    return [step * batchSize + from, step * batchSize + to];
  };
  return {
    steps: stepsOf(count, batchSize),
    images: (step) => countOf(count, portions, step),
    rows: (step) => order.subarray(...ownPart(step)),
    augmentations: (step) => {
      const [from, to] = ownPart(step);
      return numbers?.subarray(3 * from, 3 * to);
    },
  };
}

/** Images of a step's batch. The last batch of an epoch may be smaller. */
export function countOf(count: number, portions: Portions, step: number): number {
  if (step >= stepsOf(count, portions.batchSize)) return 0;
  return Math.max(0, Math.min(portions.batchSize, count - step * portions.batchSize));
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
