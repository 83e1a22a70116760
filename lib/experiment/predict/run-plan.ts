import { epochCounts, gradientBytes, nodesOf, sentBytes, wayOf } from "../../measure";
import { imagesPerEpoch, type Level, type Observation } from "../observations";
import { hostOf, machinesOf, sharingOf, type Sharing } from "./sharing";
import type { FitOptions, RunPlan } from "./types";

/** A plan without missing values. */
export type FullPlan = Required<RunPlan>;

/** What a run does, in counts: all that the cost model needs to know about it. */
export interface Work {
  levels: Readonly<Record<string, Level>>;
  epochs: number;
  nodes: number;
  /** Images of one node in one epoch. */
  images: number;
  /** Steps of one epoch. */
  steps: number;
  /** All-reduces of one epoch; 0 on one node. */
  syncs: number;
  /** Bytes that a node sends in one all-reduce. */
  bytes: number;
  sharing: Sharing;
}

/**
 * The plan of an observation's run, for predicting it or a similar run.
 * @param parameters Parameters whose gradients travel, by model. Default: the run record's.
 */
export function planOf(observation: Observation, parameters: FitOptions["parameters"] = {}): FullPlan {
  const { levels, epochs, run } = observation;
  const { configuration } = run;
  const { model, syncEvery = 1, compression = "none", globalBatchSize } = configuration;
  const nodes = nodesOf(configuration);
  return {
    ...{ levels, epochs, nodes, model, syncEvery, compression },
    batch: Math.ceil(globalBatchSize / nodes),
    mode: wayOf(configuration),
    images: imagesPerEpoch(observation),
    parameters: parameters[model] ?? configuration.parameters,
    machines: machinesOf(run),
    host: hostOf(run),
  };
}

/** @throws one line when a number of the plan is not a whole number from 1. */
export function workOf(plan: FullPlan): Work {
  const { levels, model, mode, batch, nodes, epochs, images, syncEvery, parameters, compression, machines } = plan;
  const { steps, syncs } = epochCounts({ images, localBatchSize: batch, nodes, syncEvery });
  return {
    levels: { ...levels, model, mode, batch, nodes },
    ...{ epochs, nodes, steps },
    images: images / nodes,
    syncs: nodes === 1 ? 0 : syncs,
    bytes: sentBytes(nodes, gradientBytes(parameters, compression)),
    sharing: sharingOf(nodes, machines, plan.host),
  };
}
