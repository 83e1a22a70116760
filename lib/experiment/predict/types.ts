import type { Way } from "../../measure";
import type { Compression } from "../../tensorflow";
import type { Level, Observation } from "../observations";

/** What computes on each node of a run. */
export interface Host {
  device: "cpu" | "gpu";
  /** That a node's process may use; 0 where it is not known. */
  cores: number;
  /** That the processes of one machine may use together. */
  coresOfMachine: number;
}

/** A run to predict. What is left out is taken from the fitted runs, where all of them agree. */
export interface RunPlan {
  /** Images of a step on one node. */
  batch: number;
  nodes: number;
  /** Steps from one all-reduce to the next; 1 is an all-reduce at each. */
  syncEvery?: number;
  model?: string;
  /** Default: as {@link syncEvery} says. */
  mode?: Way;
  /** Images of an epoch, over all nodes. */
  images?: number;
  epochs?: number;
  /** Parameters of the model, whose gradients travel, and what as. */
  parameters?: number;
  compression?: Compression;
  /** Machines that the nodes are on. Fewer than nodes on a local cluster, whose nodes share one machine's cores. */
  machines?: number;
  /** What computes on each node. */
  host?: Host;
  /** Levels of further factors of a design, where parameters differ by them. */
  levels?: Readonly<Record<string, Level>>;
}

/** What a run should take, in seconds. */
export interface CostPrediction {
  seconds: number;
  /** Between these a new run like it lies, at {@link level}; missing where {@link why} says so. */
  low?: number;
  high?: number;
  level: number;
  /** Of a new run around {@link seconds}, and the degrees of freedom of its Student's t. */
  standardError?: number;
  degreesOfFreedom?: number;
  /** Why there is no interval. */
  why?: string;
  /** `computeSeconds + communicationSeconds - hiddenSeconds` are the seconds. */
  computeSeconds: number;
  communicationSeconds: number;
  /** Of the communication, what hides behind computing. */
  hiddenSeconds: number;
  /** All-reduces of the whole run. */
  syncs: number;
  /** What is held at 0, is not told by the fitted runs, and would change the prediction: an interval does not know of it. */
  assumes: ParameterKind[];
}

/** What a parameter of the cost model is. */
export type ParameterKind = "secondsPerImage" | "secondsPerStep" | "bytesPerSecond" | "latencySeconds" | "overlap";

/** A parameter that the runs have told. */
export interface CostParameter {
  kind: ParameterKind;
  /** The kind, with the levels that it holds for where there are several: `secondsPerImage of resnet50`. */
  name: string;
  /** The levels that it holds for; empty: all. */
  levels: Readonly<Record<string, Level>>;
  estimate: number;
  /** Missing where there are no more runs than parameters. Of `bytesPerSecond`: by the delta method. */
  standardError?: number;
  low?: number;
  high?: number;
  unit: string;
}

/** A parameter that the runs do not tell. */
export interface HeldParameter {
  kind: ParameterKind;
  parameter: string;
  levels: Readonly<Record<string, Level>>;
  /** Missing where it is not known at all: the rate of a network that no run has used. */
  value?: number;
  /** In one line. */
  why: string;
}

/** How the cost model is fitted. */
export interface FitOptions {
  /** Factors by whose levels computing differs. Default: `model`. */
  compute?: readonly string[];
  /** Factors by whose levels the network's rate differs. Default: none, one network for all runs. */
  network?: readonly string[];
  /** What is known of the network and not to be fitted. */
  link?: { bytesPerSecond: number; latencySeconds?: number };
  /** Parameters whose gradients travel, by model. Default: what each run's record says. */
  parameters?: Readonly<Record<string, number>>;
  /** Parameters that are never freed. */
  hold?: readonly ParameterKind[];
  /** Of the parameters' intervals, and of those by which it is decided what the runs tell. Default 0.95. */
  level?: number;
}

/** A model that no fitted run trained. */
export interface NewModel {
  name: string;
  /** Parameters whose gradients travel. */
  parameters: number;
  /** Of computing, on one node alone: from one run on one node, or a measured step divided by its images. */
  secondsPerImage: number;
  /** Of computing a step, beyond its images. Default 0. */
  secondsPerStep?: number;
}

/** Whatever predicts runs. */
export interface CostPredictor {
  /** Whether a plan's model and mode, as far as it says them, are among those that this was fitted to. */
  knows(plan: RunPlan): boolean;
  /**
   * @param level Of the interval in which a new run lies. Default 0.95.
   * @throws one line when the plan leaves out what the fitted runs do not agree in, or what they do not tell.
   */
  predict(plan: RunPlan, level?: number): CostPrediction;
}

/** The cost model, fitted to runs. */
export interface CostFit extends CostPredictor {
  parameters: CostParameter[];
  held: HeldParameter[];
  /** The network's rate in one direction, where the fit has a single one; Infinity where all-reduces take no time. */
  bytesPerSecond?: number;
  /** Of one all-reduce, whatever its bytes. */
  latencySeconds: number;
  /** The part of its own step's computing, 0 to 1, behind which an all-reduce hides. */
  overlap: number;
  observations: Observation[];
  /** What the model says of each observation, in seconds. */
  fitted: number[];
  /** `measured / fitted - 1` of each observation. */
  residuals: number[];
  /** Of {@link residuals}; missing where there are no more runs than parameters. */
  residualStandardDeviation?: number;
  degreesOfFreedom: number;
  level: number;
  /** The same network with a model that was not run. Its computing is taken as given, without an error of its own. */
  forModel(model: NewModel): CostPredictor;
  /**
   * Seconds of computing an image on one node alone. For a model that was not run, multiply it with how many times as many
   * operations that model's image takes.
   * @throws one line where there are several and the levels do not say which.
   */
  secondsPerImage(levels?: Readonly<Record<string, Level>>): number;
}

/** One cell that was left out, predicted from the others. A row for `showTable` is made by `leftOutTable`. */
export interface LeftOutRow {
  /** The cell. */
  levels: Readonly<Record<string, Level>>;
  /** The factor whose level was left out. */
  factor: string;
  /** Mean over the cell's runs, in seconds. */
  measured: number;
  runs: number;
  predicted?: number;
  low?: number;
  high?: number;
  /** `predicted / measured - 1`. */
  error?: number;
  /** The same of models of time that know nothing of what takes it. */
  rivals: { linear?: RivalPrediction; quadratic?: RivalPrediction };
  /** Why there is no prediction, or no interval. */
  why?: string;
  /** What the fit behind it held, each in one line. */
  held: string[];
  /** See {@link CostPrediction.assumes}. */
  assumes: ParameterKind[];
}

/** What another model predicts. */
export interface RivalPrediction {
  predicted: number;
  error: number;
}

/** How cells are left out. */
export interface LeaveOutOptions extends FitOptions {
  /** Factors by whose levels separate fits are made. Default: `model` and `mode`, but the left-out factor. */
  per?: readonly string[];
  /** Of the factor; which ones to leave out. Default: each. */
  levels?: readonly Level[];
  /** Of prediction intervals. Default 0.95. */
  interval?: number;
}

/** How far predictions are from what was measured; shares, 0.01 is 1 %. */
export interface ErrorSummary {
  count: number;
  median: number;
  worst: number;
  /** Rows without a prediction. */
  missing: number;
  /** Rows whose measured mean lies in the interval, of those that have one. */
  within: number;
  intervals: number;
}

/** What is looked for, and at what price. */
export interface CheapestOptions {
  deadlineSeconds: number;
  candidates: readonly RunPlan[];
  pricePerNodeHour: number;
  /** How likely the deadline has to be met, 0 to 1. Default 0.95. */
  probability?: number;
}

/** A configuration that could be run. */
export interface PricedPlan {
  plan: RunPlan;
  prediction: CostPrediction;
  nodeHours: number;
  price: number;
  /** Of meeting the deadline; missing where there is no interval. */
  probability?: number;
  meetsDeadline: boolean;
  /** Why it does not, or cannot be predicted. */
  why?: string;
}

/** What {@link CheapestOptions} found. */
export interface Cheapest {
  /** Missing where none meets the deadline. */
  best?: PricedPlan;
  /** Every candidate that can be predicted, the cheapest first. */
  plans: PricedPlan[];
  /** Those that cannot, and why. */
  unknown: { plan: RunPlan; why: string }[];
  /** What was found, or why nothing was, in one line. */
  verdict: string;
}
