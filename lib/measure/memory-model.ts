import { linearRegression, linearRegressionLine, rSquared } from "simple-statistics";
import type { RunRecord } from "../runs/record";

/** The memory that depends on the model alone, in bytes. */
export interface ModelBytes {
  parameters: number;
  /** One number a parameter. */
  gradients: number;
  /** The optimizer's state. */
  optimizer: number;
  total: number;
}

/**
 * Memory of parameters, gradients and optimizer state, whatever the batch.
 * @param slots Numbers that the optimizer keeps for each parameter: SGD 0, with momentum 1, Adam 2.
 * @param bytesPerNumber 4 for float32, which also mixed precision keeps its weights in.
 */
export function modelBytes(parameters: number, { slots = 0, bytesPerNumber = 4 } = {}): ModelBytes {
  const each = parameters * bytesPerNumber;
  return { parameters: each, gradients: each, optimizer: slots * each, total: (2 + slots) * each };
}

/** Peak memory at one batch size of a device. */
export interface MemoryPoint {
  batchSize: number;
  bytes: number;
}

/** Memory against batch size as a line: what is there without any image, and what each image adds. */
export interface MemoryFit {
  /** Model, gradients, optimizer, and whatever else does not depend on the batch. */
  fixedBytes: number;
  /** Mostly activations: they grow with depth and resolution. */
  bytesPerImage: number;
  /** Share of the variance that the line explains, up to 1. */
  rSquared: number;
  /** The line's memory at a batch size. */
  bytesAt(batchSize: number): number;
  /** The most images that fit into so many bytes; 0 where not even one does. */
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

/**
 * The memory points of runs that completed: a device's batch and the most memory, the GPU's where one was used, else
 * the process's.
 */
export function memoryPoints(runs: RunRecord[]): MemoryPoint[] {
  return runs
    .filter(({ outcome }) => outcome === "completed")
    .map((run) => ({ batchSize: run.configuration.localBatchSize, bytes: peakBytes(run) }))
    .filter(({ bytes }) => bytes > 0);
}

function peakBytes({ configuration, gpu, peakMemoryBytes }: RunRecord): number {
  return configuration.device === "gpu" && gpu ? Math.max(0, ...gpu.memoryBytes) : peakMemoryBytes;
}
