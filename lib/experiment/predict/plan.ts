import { epochCounts, gradientBytes, nodesOf, sentBytes, wayOf } from "../../measure";
import { imagesPerEpoch, type Level, type Observation } from "../observations";
import { hostOf, machinesOf, sharingOf, type Sharing } from "./sharing";
import type { FitOptions, RunPlan } from "./types";

/** A plan that says everything. */
export type FullPlan = Required<RunPlan>;

/** What a run does, counted: all that the cost model needs to know of it. */
export interface Work {
  levels: Readonly<Record<string, Level>>;
  epochs: number;
  nodes: number;
  /** Of a node in an epoch. */
  images: number;
  steps: number;
  /** All-reduces of an epoch; none on one node. */
  syncs: number;
  /** That a node sends in an all-reduce. */
  bytes: number;
  sharing: Sharing;
}

/**
 * What an observation's run did, as a plan: to predict it, or one like it.
 * @param parameters Whose gradients travel, by model. Default: what the run's record says.
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

/** @throws one line where a number of the plan is not a whole number from 1. */
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
