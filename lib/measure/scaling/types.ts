/**
 * One device count of a study: the mean over its runs (replicates), and for each run over its steady epochs. Epoch 1 and
 * epochs with a resumption are left out, because they include a start-up. Times are in seconds.
 */
export interface ScalingPoint {
  devices: number;
  /** Images of a full step over all devices. */
  globalBatchSize: number;
  /** Images of a full step on one device. */
  localBatchSize: number;
  /** The ids of the records behind the point. */
  runs: string[];
  stepsPerEpoch: number;
  /** Mean step, waits for images and the smaller last step included: `epochSeconds / stepsPerEpoch`. */
  stepSeconds: number;
  /** The sum of an epoch's steps: see {@link summedSeconds}. */
  epochSeconds: number;
  /** Epoch 1, computed as `epochSeconds` is. */
  firstEpochSeconds: number;
  /** The time of epoch 1 beyond a steady epoch. */
  startUpSeconds: number;
  /** Images of an epoch / `epochSeconds`, over all devices. */
  imagesPerSecond: number;
  imagesPerSecondPerDevice: number;
  /**
   * Images per second divided by the baseline's. If epochs have equally many images, as they usually do, this is the
   * baseline's epoch time / own epoch time.
   */
  speedup: number;
  /** `speedup / (devices / the baseline's devices)`: 1 is ideal; more (better than ideal) is not cut off. */
  efficiency: number;
  /** `devices x epochSeconds / 3600`. */
  deviceHoursPerEpoch: number;
  /** The benefit and cost of the devices added since the previous point; missing for the baseline. */
  marginal?: Marginal;
}

/** The benefit and cost of additional devices. */
export interface Marginal {
  /** Number of added devices. */
  devices: number;
  addedImagesPerSecond: number;
  /** Images a second of an added device / those of a device of the baseline: 1 is ideal, below 0 it harms. */
  efficiency: number;
}

/** One model measured on several device counts. */
export interface ScalingStudy {
  model: string;
  device: "cpu" | "gpu";
  /** `weak`: the local batch is constant. `strong`: the global batch is. A lone baseline counts as weak. */
  kind: "weak" | "strong";
  /** By devices, ascending; the first one is the baseline. */
  points: ScalingPoint[];
  /** From two points on. */
  amdahl?: AmdahlFit;
}

/** Amdahl's law fitted to a study. */
export interface AmdahlFit {
  /** Share of the baseline's time that more devices do not shorten, 0 to 1. */
  serialShare: number;
  /** `1 / serialShare`: the speedup that no number of devices exceeds; Infinity where the share is 0. */
  mostSpeedup: number;
}
