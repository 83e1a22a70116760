import { sum } from "simple-statistics";
import { parameterCount } from "../models/known";
import { exampleRun } from "./example-run";
import type { Configuration, RunRecord } from "./record";

/** The steps of a made-up run on several nodes. */
interface NodesPlan {
  nodes: number;
  /** Steps from one all-reduce to the next. Default 1. */
  syncEvery?: number;
  /** Images of a step on one node. Default 8. */
  localBatchSize?: number;
  /** Steps of an epoch. Default 8. */
  steps?: number;
  /** Computing seconds of a step. Default 1. */
  compute?: number;
  /** Seconds of an all-reduce. Default 1, or 0 on one node. */
  allReduce?: number;
  /** Default 2; the first one takes 5 s longer. */
  epochs?: number;
  /** `efficientnetb0` or `resnet50`. Default `resnet50`. */
  model?: string;
  compression?: Configuration["compression"];
}

/**
 * Makes up a run record on several nodes with known times, like {@link exampleRun} on one node. All-reduces add their time to
 * their steps. Training loss and test loss fall by a twentieth with each update.
 */
export function exampleNodesRun(plan: NodesPlan): RunRecord {
  const { nodes, syncEvery = 1, localBatchSize = 8, steps = 8, compute = 1, epochs = 2 } = plan;
  const { allReduce = nodes === 1 ? 0 : 1, model = "resnet50", compression = "none" } = plan;
  const globalBatchSize = localBatchSize * nodes;
  const isSync = (step: number): boolean => (step + 1) % syncEvery === 0 || step === steps - 1;
  const seconds = Array.from({ length: steps }, (_, step) => compute + (isSync(step) ? allReduce : 0));
  const batches = seconds.map(() => globalBatchSize);
  const steadySeconds = sum(seconds);
  const epochSeconds = Array.from({ length: epochs }, (_, epoch) => steadySeconds + (epoch === 0 ? 5 : 0));
  const run = exampleRun({ epochSeconds, batches, replicas: nodes });
  let updates = 0;
  for (const epoch of run.epochs) {
    let clock = epoch.steps.start[0];
    const stretch = epochSeconds[epoch.epoch - 1] / steadySeconds;
    seconds.forEach((stepSeconds, step) => {
      epoch.steps.start[step] = clock;
      clock += stepSeconds * stretch;
      epoch.steps.end[step] = clock;
      epoch.steps.loss[step] = 2.3 * 0.95 ** updates;
      if (isSync(step)) updates++;
    });
    epoch.validation = { loss: 2.3 * 0.95 ** updates, accuracy: 1 - 0.9 * 0.95 ** updates, seconds: 0.5 };
  }
  Object.assign(run.configuration, {
    model,
    parameters: parameterCount(model, 1000) ?? run.configuration.parameters,
    strategy: "multi-worker",
    workers: nodes,
    syncEvery,
    compression,
  });
  run.where.hosts = Array.from({ length: nodes }, (_, node) => `example${node + 1}`);
  return run;
}
