import { join } from "node:path";
import { synthetic, type Dataset } from "../../datasets";
import type { Model } from "../../lib/models";
import type { RunRecord } from "../../lib/runs/record";
import { OneDeviceStrategy } from "../../lib/strategy";
import { fit } from "../../lib/training/fit";
import type { FitOptions } from "../../lib/training/fit-options";
import { sgd } from "../../lib/training/optimizer";
import { temporaryFolder } from "../temporary";
import { tinyModel } from "./tiny-model";

/** What a tiny training trains on, and its model: what is left out has the default named in {@link tinyFit}. */
export interface Tiny {
  imageSize?: number;
  globalBatchSize?: number;
  trainImages?: number;
  testImages?: number;
  /** Of the model. */
  filters?: number;
  dropout?: number;
  /** The seed of the model's weights. */
  weights?: number;
  /** What becomes of the images, and of the model. */
  change?: (images: Dataset) => void;
  wrap?: (model: Model) => Model;
}

/**
 * Trains the tiny model on made-up images, in five whole batches an epoch and one of 4, with dropout, momentum and a rate that changes. A
 * run that goes on begins with other weights: what matters must come from the checkpoint.
 */
export async function tinyFit(options: Partial<FitOptions> = {}, tiny: Tiny = {}): Promise<RunRecord> {
  const { imageSize = 8, globalBatchSize = 8, trainImages = 44, testImages = 20, change, wrap } = tiny;
  const { filters, dropout = 0.5, weights = options.resume ? 99 : 7 } = tiny;
  const images = await synthetic({ imageSize, globalBatchSize, trainImages, testImages });
  change?.(images);
  const model = tinyModel({ size: imageSize, filters, dropout, seed: weights });
  const optimizer = sgd((step) => 0.2 / (1 + step), { momentum: 0.9 });
  const { strategy = new OneDeviceStrategy(), record = join(temporaryFolder("tiny-fit"), "run.json") } = options;
  try {
    const usual = { optimizer, epochs: 3, progress: false };
    return await fit(wrap?.(model) ?? model, images, { ...usual, ...options, strategy, record });
  } finally {
    model.dispose();
  }
}

/** The loss of each step of a run. */
export const losses = (run: RunRecord): number[] => run.epochs.flatMap(({ steps }) => steps.loss);

/** What each epoch's test came to. */
export const validations = (run: RunRecord) =>
  run.epochs.map(({ validation }) => [validation?.loss, validation?.accuracy]);
