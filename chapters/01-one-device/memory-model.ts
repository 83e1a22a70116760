import { linearRegression, linearRegressionLine, rSquared } from "simple-statistics";
import type { RunRecord } from "../../lib/runs/record";
import { neededBytes } from "../../lib/runs/statistics";

/** Peak memory at one batch size per device. */
export interface MemoryPoint {
  batchSize: number;
  bytes: number;
}

/** Memory as a linear function of the batch size. */
export interface MemoryFit {
  /** Memory without any image: model, gradients, optimizer, and so on. */
  fixedBytes: number;
  /** Mostly activations, which grow with depth and resolution. */
  bytesPerImage: number;
  /** Share of the variance that the line explains, at most 1. */
  rSquared: number;
  /** The line's memory at a batch size. */
  bytesAt(batchSize: number): number;
  /** The most images that fit into this memory; 0 if not even one does. */
  largestBatch(limitBytes: number): number;
}

/**
 * Fits the line by least squares.
 * @param points At least two batch sizes.
 * @throws one line when there are fewer, or when memory does not grow with the batch.
 */
export function fitMemory(points: MemoryPoint[]): MemoryFit {
  const sizes = new Set(points.map(({ batchSize }) => batchSize));
  if (sizes.size < 2) {
    throw new Error(`Memory was measured at ${sizes.size} batch size(s): a line needs at least 2, better 4.`);
  }
  const pairs = points.map(({ batchSize, bytes }) => [batchSize, bytes]);
  const { m: bytesPerImage, b: fixedBytes } = linearRegression(pairs);
  if (!(bytesPerImage > 0)) {
    throw new Error(
      `Memory does not grow with the batch (${Math.round(bytesPerImage)} bytes an image): measure larger batches, further apart.`,
    );
  }
  const bytesAt = linearRegressionLine({ m: bytesPerImage, b: fixedBytes });
  return {
    fixedBytes,
    bytesPerImage,
    rSquared: rSquared(pairs, bytesAt),
    bytesAt,
    largestBatch: (limitBytes) => Math.max(0, Math.floor((limitBytes - fixedBytes) / bytesPerImage)),
  };
}

/** A point for each completed run: its batch per device, and the peak memory of its GPU, or else of its process. */
export function memoryPoints(runs: RunRecord[]): MemoryPoint[] {
  return runs
    .filter(({ outcome }) => outcome === "completed")
    .map((run) => ({ batchSize: run.configuration.localBatchSize, bytes: neededBytes(run) }))
    .filter(({ bytes }) => bytes > 0);
}
