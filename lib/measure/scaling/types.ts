/**
 * One device count of a study: the mean over its runs (replicates), each the mean over its steady epochs (without epoch
 * 1, and without epochs that the run was resumed in, where it has others: these carry a start-up too). Times in seconds.
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
  /** Epoch 1, reckoned as `epochSeconds`. */
  firstEpochSeconds: number;
  /** What epoch 1 takes beyond a steady epoch. */
  startUpSeconds: number;
  /** Images of an epoch / `epochSeconds`, over all devices. */
  imagesPerSecond: number;
  imagesPerSecondPerDevice: number;
  /**
   * How many times more images a second than the baseline. Where epochs have as many images, which is the rule, that is
   * baseline epoch time / own epoch time.
   */
  speedup: number;
  /** `speedup / (devices / the baseline's devices)`: 1 is ideal; more (better than ideal) is not cut off. */
  efficiency: number;
  /** `devices x epochSeconds / 3600`. */
  deviceHoursPerEpoch: number;
  /**
   * What a whole run held: devices x the time from its start to its end, start-up and evaluation included, over as many
   * epochs as it made. Time between an interruption and the resumption does not count.
   */
  jobDeviceHours: number;
  /** What the devices beyond those of the point before bring and cost; the baseline has none. */
  marginal?: Marginal;
}

/** What further devices bring, and what they cost. */
export interface Marginal {
  /** How many devices were added. */
  devices: number;
  addedImagesPerSecond: number;
  /** 0 with ideal scaling: the same work in less time. */
  addedDeviceHoursPerEpoch: number;
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

/** How to choose the baseline. */
export interface ScalingOptions {
  /** Devices of the baseline. Default 1. */
  baseline?: number;
}
