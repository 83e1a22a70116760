import type { FrameworkEpoch, FrameworkRun } from "./frameworks";

// What the lesson's cells and the checks of its exercises speak of.

/** The settings of one side of a comparison. */
export interface TrainingSettings {
  framework: string;
  processes: number;
  /** Threads of each process. */
  threads: number;
  /** Images of a step in one process. */
  localBatch: number;
  /** The number format in which gradients travel. */
  gradients: "float32" | "float16";
  /** Whether the time of the first epoch counts. */
  firstEpoch: "counted" | "left out";
}

/** What a comparison is about: which framework, or how a training grows on equal parts or with equal steps. */
export type Comparison = "framework" | "weak scaling" | "strong scaling";

/** How the processes' gradients become the gradient of a step. */
export type Combination = "mean of means" | "sum over n" | "mean of sums over n";

/** When the learning rate is multiplied: to the velocity, as PyTorch does, or to the gradient, as the others do. */
export type MomentumRule = "rate after" | "rate before";

/** An interval of the throughput. */
export interface RateInterval {
  low: number;
  high: number;
}

/** The ranks that a contender may have; 1 is the fastest. */
export interface RankRange {
  best: number;
  worst: number;
}

/** How fast a training is, and how many images it needs to reach an accuracy. */
export interface TrainingToAccuracy {
  imagesPerSecond: number;
  imagesNeeded: number;
}

/** What a change of the training gains. */
export interface TwoGains {
  /** In images a second. */
  throughput: number;
  /** In images needed: below 1 if the training needs more. */
  learning: number;
  /** In the time to the accuracy. */
  toAccuracy: number;
}

/** What a batch needs to reach an accuracy. */
export interface BatchNeed {
  /** Images of a step. */
  batch: number;
  /** Updates until the accuracy; Infinity where no run reached it. */
  updates: number;
}

/** What a speedup in images a second is worth. */
export interface GainToAccuracy {
  /** The share of the ideal speedup that the throughput reaches. */
  efficiency: number;
  /** How many times as fast the training comes to the same accuracy. */
  toAccuracy: number;
}

/** How much sooner several devices reach an accuracy, in two cases. */
export interface GainRange {
  /** If they need as many images as one device. */
  equalImages: number;
  /** If they need as many updates as one device. */
  equalUpdates: number;
}

/** The time of a step with so many images. */
export interface TimedStep {
  images: number;
  seconds: number;
}

/** How a device's throughput levels off as its batch grows. */
export interface Levelling {
  /** The images a second that it comes near to. */
  plateau: number;
  /** The images in a step with which it reaches half of that. */
  half: number;
}

/** A way to train that was measured. */
export interface MeasuredWay {
  name: string;
  processes: number;
  /** Infinity where it did not reach the accuracy. */
  secondsToAccuracy: number;
}

/** All replicates of one way to train. */
export interface Way {
  name: string;
  processes: number;
  replicates: FrameworkRun[];
}

/** What a way needs until an accuracy, as the means of its replicates. */
export interface TimedWay extends Way, MeasuredWay, TrainingToAccuracy {}

/** The student's images a second of a run, and seconds until an accuracy. */
export type Throughput = (epochs: FrameworkEpoch[]) => number;
export type SecondsToAccuracy = (runs: FrameworkEpoch[][], target: number) => number;
