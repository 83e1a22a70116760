import type { RunRecord } from "../../runs/record";
import { wayOf, type Way } from "../communication";
import { epochImages, resumedAt } from "../../runs/epochs";
import { summedSeconds } from "../scaling";

/** What the test images said after an epoch, and what had been paid for it since the start of the run. */
export interface AccuracyPoint {
  /** Counted from 1. */
  epoch: number;
  /** Training time: the epochs' seconds, added up. Validation between them does not count; the first epoch's start-up does. */
  seconds: number;
  /** Training images seen, over all nodes; an image counts again in each epoch. */
  images: number;
  /** Updates of the weights; the smaller last update of an epoch counts as one. */
  updates: number;
  /** Share of the test images classified rightly, 0 to 1. */
  accuracy: number;
  /** Mean loss over the test images. */
  loss: number;
}

/** How a run's accuracy on the test images grew: a point after each epoch that was validated. */
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
