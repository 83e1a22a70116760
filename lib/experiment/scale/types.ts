import type { Links } from "../../measure";
import type { HeldTerm, Noise, Prediction, ToldTerm } from "../fits";

/** A training step to predict: replicas of a model in nodes, each with its own images. */
export interface ScalePlan {
  /** Replicas, one on each device. */
  devices: number;
  devicesPerNode: number;
  /** Images of a step on one device. */
  localBatch: number;
  /** Bytes that a device's gradients have when they travel; see `gradientBytes`. */
  gradientBytes: number;
  /** Rates by data sheet, or measured. */
  links: Links;
  /** Seconds in which a node's host prepares one image. Missing: no step waits for images. */
  inputSecondsPerImage?: number;
  /** Batches of an update, of which only the last one has an all-reduce; a step is then the mean of them. Default 1. */
  accumulation?: number;
  /** How many times as long a device computes here as the unit of `secondsPerImage`: half a core takes twice as long as one. Default 1. */
  slowdown?: number;
}

/** A measured step. */
export interface ScaleRow {
  plan: ScalePlan;
  seconds: number;
  /**
   * What the row was measured with. Rows of the same plan and software are replicates: they count together as one, since a
   * hundred of them say no more than one about another plan.
   */
  software?: string;
}

/** The terms of a step. */
export type ScaleTerm =
  /** The local batch, in images, with which a device computes half as many images a second as with the largest batches. */
  | "halfBatch"
  /** Of a device with the largest batches. */
  | "secondsPerImage"
  /** The visible all-reduce, as a multiple of the data sheet's: below 1 the rest hides behind the backward pass, above 1 it is slower. */
  | "allReduce"
  /** The wait for the slowest device, as a multiple of what the replicates' spread says. */
  | "slowest"
  /** The share by which computing takes longer on several nodes. */
  | "betweenNodes";

/** What is known of a term before any row: a normal distribution. */
export interface Prior {
  value: number;
  /** Standard deviation; 0 holds the value. */
  deviation: number;
  /** Where it comes from, in one line. */
  why: string;
}

/** How to fit. */
export interface ScaleOptions {
  /** Replaces priors. `halfBatch` and `secondsPerImage` have none by default: rows must tell them. */
  priors?: Partial<Record<ScaleTerm, Prior>>;
  /** Default: `publishedNoise`. `rows` takes the noise from the rows alone. */
  noise?: Noise | "rows";
  /** Standard deviation of single devices, as a share of a step. Default: `deviceSpread` of the rows, or 0 without replicates. */
  deviceSpread?: number;
}

/** The parts of a step, in seconds. */
export interface ScaleParts {
  /** `computeSeconds + slowestSeconds + betweenNodesSeconds + allReduceSeconds - hiddenSeconds + inputSeconds` */
  seconds: number;
  /** On a device alone, the mean device. */
  computeSeconds: number;
  /** Waiting for the slowest of all devices. */
  slowestSeconds: number;
  /** What computing loses when the replicas are on several nodes. */
  betweenNodesSeconds: number;
  allReduceSeconds: number;
  /** The part of the all-reduce behind the backward pass. */
  hiddenSeconds: number;
  /** Waiting for images. */
  inputSeconds: number;
}

/** A term that the rows tell less of than its prior does. */
export type HeldScaleTerm = HeldTerm<ScaleTerm | "deviceSpread" | "growthWithNodes" | "inputSecondsPerImage"> & {
  value: number;
};

/**
 * The expected time of a step. Its standard error is that of the time's logarithm. It assumes held terms that change it by more than
 * a hundredth when they change by their deviation.
 */
export interface ScalePrediction extends ScaleParts, Prediction<ScaleTerm> {
  seconds: number;
  /** Images a second over all devices. */
  imagesPerSecond: number;
}

/** A fitted model of a step. */
export interface ScaleFit {
  told: ToldTerm<ScaleTerm>[];
  held: HeldScaleTerm[];
  values: Record<ScaleTerm, number>;
  /** Standard deviation of single devices, as a share of a step. */
  deviceSpread: number;
  /** How far plans are from the formula; missing without a degree of freedom. */
  noise?: Noise;
  /** Plans that were fitted, replicates together. */
  plans: number;
  /**
   * Predicts a step.
   * @param level Level of the interval for a new run. Default 0.95.
   * @throws one line when a number of the plan is out of range.
   */
  predict(plan: ScalePlan, level?: number): ScalePrediction;
}
