import type { RunRecord } from "../../runs/record";
import { wayOf, type Way } from "../communication";
import { epochImages, resumedAt } from "../../runs/epochs";
import { summedSeconds } from "../scaling";

/** The accuracy after an epoch, and what it cost since the start of the run. */
export interface AccuracyPoint {
  /** Counted from 1. */
  epoch: number;
  /** Training time: the sum of the epochs' seconds, with the start-up in the first one and without validation. */
  seconds: number;
  /** Training images seen, over all nodes; an image counts again in each epoch. */
  images: number;
  /** Updates of the weights, including the smaller last update of an epoch. */
  updates: number;
  /** Share of the test images classified correctly, 0 to 1. */
  accuracy: number;
  /** Mean loss over the test images. */
  loss: number;
}

/** A run's accuracy on the test images, with a point after each validated epoch. */
export interface AccuracyCurve {
  /** The record's id. */
  run: string;
  way: Way;
  /** Batches of an update. */
  syncEvery: number;
  /** Images behind an update. */
  effectiveBatch: number;
  points: AccuracyPoint[];
}

/**
 * Reads a run's accuracy on the test images from its record, without smoothing.
 * @throws one line when no epoch of the run was validated.
 */
export function accuracyCurve(run: RunRecord): AccuracyCurve {
  const { globalBatchSize, syncEvery = 1 } = run.configuration;
  const points: AccuracyPoint[] = [];
  let [seconds, images, updates] = [0, 0, 0];
  for (const epoch of run.epochs) {
    seconds += summedSeconds(epoch, resumedAt(run, epoch));
    images += epochImages(epoch);
    updates += Math.ceil(epoch.steps.images.length / syncEvery);
    if (!epoch.validation) continue;
    const { accuracy, loss } = epoch.validation;
    points.push({ epoch: epoch.epoch, seconds, images, updates, accuracy, loss });
  }
  if (points.length === 0) {
    throw new Error(
      `Run ${run.id} has no accuracy on test images in its ${run.epochs.length} epochs: train it with evaluation, on whole epochs.`,
    );
  }
  const way = wayOf(run.configuration);
  return { run: run.id, way, syncEvery, effectiveBatch: globalBatchSize * syncEvery, points };
}
