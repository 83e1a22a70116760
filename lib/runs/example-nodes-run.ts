import { sum } from "simple-statistics";
import { parameterCount } from "../models/known";
import { exampleRun } from "./example-run";
import type { Configuration, RunRecord } from "./record";

/** How the steps of an example on several nodes go. */
export interface NodesPlan {
  nodes: number;
  /** Steps from one all-reduce to the next; 1 unless given. */
  syncEvery?: number;
  /** Images of a step on one node; 8 unless given. */
  localBatchSize?: number;
  /** Steps of an epoch; 8 unless given. */
  steps?: number;
  /** Seconds that a step computes; 1 unless given. */
  compute?: number;
  /** Seconds of an all-reduce; 1 unless given. */
  allReduce?: number;
  /** 2 unless given; the first one takes 5 s more. */
  epochs?: number;
  /** `resnet50` unless given, or `efficientnetb0`. */
  model?: string;
  compression?: Configuration["compression"];
}

/**
 * A run record on several nodes with known times, made up, not measured, as {@link exampleRun} is on one: a step that ends
 * with an all-reduce takes so much longer. Its loss falls by a twentieth with each update, and its test images' with it.
 */
export function exampleNodesRun(plan: NodesPlan): RunRecord {
  const { nodes, syncEvery = 1, localBatchSize = 8, steps = 8, compute = 1, epochs = 2 } = plan;
  const { allReduce = nodes === 1 ? 0 : 1, model = "resnet50", compression = "none" } = plan;
  const globalBatchSize = localBatchSize * nodes;
  const isSync = (step: number): boolean => (step + 1) % syncEvery === 0 || step === steps - 1;
  const seconds = Array.from({ length: steps }, (_, step) => compute + (isSync(step) ? allReduce : 0));
  const batches = seconds.map(() => globalBatchSize);
  const each = sum(seconds);
  const epochSeconds = Array.from({ length: epochs }, (_, epoch) => (epoch === 0 ? each + 5 : each));
  const run = exampleRun({ epochSeconds, batches, replicas: nodes });
  let updates = 0;
  for (const epoch of run.epochs) {
    let clock = epoch.steps.start[0];
    const stretched = epochSeconds[epoch.epoch - 1] / each;
    seconds.forEach((long, step) => {
      epoch.steps.start[step] = clock;
      clock += long * stretched;
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
