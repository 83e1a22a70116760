import type { Way } from "../../measure";
import type { GradientFormat } from "../../runs/record";
import type { HeldTerm, Prediction, ToldTerm } from "../fits";
import type { Level, Observation } from "../observations";

/** The hardware of each node of a run. */
export interface Host {
  device: "cpu" | "gpu";
  /** Cores that a node's process may use; 0 if unknown. */
  cores: number;
  /** Cores that the processes of one machine may use together. */
  coresOfMachine: number;
}

/** A run to predict. A missing value is taken from the fitted runs if they all agree on it. */
export interface RunPlan {
  /** Images of a step on one node. */
  batch: number;
  nodes: number;
  /** Steps from one all-reduce to the next; 1 is an all-reduce at each. */
  syncEvery?: number;
  model?: string;
  /** Default: follows from {@link syncEvery}. */
  mode?: Way;
  /** Images of an epoch, over all nodes. */
  images?: number;
  epochs?: number;
  /** Parameters of the model, whose gradients travel. */
  parameters?: number;
  /** Number format in which gradients travel. */
  compression?: GradientFormat;
  /** Machines of the nodes. On a local cluster they are fewer than the nodes, which share one machine's cores. */
  machines?: number;
  host?: Host;
  /** Levels of a design's other factors, if parameters depend on them. */
  levels?: Readonly<Record<string, Level>>;
}

/** The expected time of a run, in seconds: `computeSeconds + communicationSeconds - hiddenSeconds`. */
export interface CostPrediction extends Prediction<ParameterKind> {
  computeSeconds: number;
  communicationSeconds: number;
  /** The part of the communication that is hidden behind computing. */
  hiddenSeconds: number;
  /** All-reduces of the whole run. */
  syncs: number;
  /**
   * Parameters that are held at 0, that the fitted runs do not determine, and that would change the prediction. The interval
   * does not account for them.
   */
  assumes: ParameterKind[];
}

/** A kind of parameter of the cost model. */
export type ParameterKind = "secondsPerImage" | "secondsPerStep" | "bytesPerSecond" | "latencySeconds" | "overlap";

/** A parameter that the runs determine. Its name is the kind, with its levels if there are several: `secondsPerImage of resnet50`. */
export interface CostParameter extends ToldTerm {
  kind: ParameterKind;
  /** The levels that it applies to; empty for all. */
  levels: Readonly<Record<string, Level>>;
  /** Missing when there are no more runs than parameters. For `bytesPerSecond` the standard error comes from the delta method. */
  low?: number;
  high?: number;
}

/** A parameter that the runs do not determine. Its value is unknown if it is the rate of a network that no run used. */
export interface HeldParameter extends Omit<HeldTerm, "deviation"> {
  kind: ParameterKind;
  levels: Readonly<Record<string, Level>>;
}

/** How the cost model is fitted. */
export interface FitOptions {
  /** Factors that change the computing time. Default: `model`. */
  compute?: readonly string[];
  /** Factors that change the network's rate. Default: none, one network for all runs. */
  network?: readonly string[];
  /** A known network, which is not fitted. */
  link?: { bytesPerSecond: number; latencySeconds?: number };
  /** Parameters whose gradients travel, by model. Default: each run record's. */
  parameters?: Readonly<Record<string, number>>;
  /** Parameters that are not fitted. */
  hold?: readonly ParameterKind[];
  /** Level of the parameters' intervals, which also decide whether the runs determine a parameter. Default 0.95. */
  level?: number;
}

/** Predicts runs. */
export interface CostPredictor {
  /** Whether this was fitted to runs with the plan's model and mode. A plan without a model or mode matches all. */
  knows(plan: RunPlan): boolean;
  /**
   * @param level Level of the interval for a new run. Default 0.95.
   * @throws one line when the plan lacks a value that the fitted runs do not agree on or do not determine.
   */
  predict(plan: RunPlan, level?: number): CostPrediction;
}

/** The cost model, fitted to runs. */
export interface CostFit extends CostPredictor {
  parameters: CostParameter[];
  held: HeldParameter[];
  /** The network's rate in one direction, if the fit has exactly one; Infinity if all-reduces take no time. */
  bytesPerSecond?: number;
  /** Time of one all-reduce that does not depend on its bytes. */
  latencySeconds: number;
  /** The share of its own step's computing, 0 to 1, that can hide an all-reduce. */
  overlap: number;
  observations: Observation[];
  /** The model's time of each observation, in seconds. */
  fitted: number[];
  /** `measured / fitted - 1` of each observation. */
  residuals: number[];
  /** Missing when there are no more runs than parameters. */
  residualStandardDeviation?: number;
  degreesOfFreedom: number;
  level: number;
}

/** How to leave out cells. */
export interface LeaveOutOptions extends FitOptions {
  /** Factors whose levels get separate fits. Default: `model` and `mode`, without the left-out factor. */
  per?: readonly string[];
  /** Levels of the factor to leave out in turn. Default: all. */
  levels?: readonly Level[];
  /** Level of the prediction intervals. Default 0.95. */
  interval?: number;
}
