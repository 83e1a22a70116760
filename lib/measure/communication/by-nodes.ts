import { mean } from "simple-statistics";
import type { Configuration, GradientFormat, RunRecord } from "../../runs/record";
import { epochImages, steadyEpochs } from "../../runs/epochs";
import { summedSeconds } from "../scaling";

/** When nodes exchange gradients: at every batch, or after accumulating several batches. */
export type Way = "sync" | "accumulate";

/** The mean over the runs with the same model, way, batch and number of nodes. */
export interface NodesPoint {
  model: string;
  /** Each parameter has one gradient. */
  parameters: number;
  way: Way;
  syncEvery: number;
  compression: GradientFormat;
  localBatchSize: number;
  nodes: number;
  imagesPerEpoch: number;
  /** Batches of a node in an epoch. */
  stepsPerEpoch: number;
  /** The mean of the epochs after the first. */
  epochSeconds: number;
  imagesPerSecond: number;
  /** The ids of the records behind the point. */
  runs: string[];
}

/** The number of nodes of a run, each with one process. */
export function nodesOf({ workers = 1 }: Configuration): number {
  return workers;
}

/** `sync` if every batch has an all-reduce. */
export function wayOf({ syncEvery = 1 }: Pick<Configuration, "syncEvery">): Way {
  return syncEvery === 1 ? "sync" : "accumulate";
}

/**
 * Time per epoch of runs on one or several nodes: a point for each model, batch, way, compression and number of nodes, in
 * that order, the largest model first.
 * @throws one line when a run did not complete or has no steady epoch, or when runs of one point differ in their images per
 * epoch.
 */
export function epochsByNodes(runs: RunRecord[]): NodesPoint[] {
  const groups = new Map<string, RunRecord[]>();
  for (const run of runs) {
    if (run.outcome !== "completed") {
      throw new Error(
        `Run ${run.id} is ${run.outcome}, not completed: its epochs cannot be compared, so leave it out or run it again.`,
      );
    }
    const key = keyOf(run);
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return [...groups.values()]
    .map(pointOf)
    .sort(
      (a, b) =>
        b.parameters - a.parameters ||
        a.localBatchSize - b.localBatchSize ||
        a.syncEvery - b.syncEvery ||
        a.nodes - b.nodes,
    );
}

function keyOf({ configuration }: RunRecord): string {
  const { model, localBatchSize, syncEvery = 1, compression = "none" } = configuration;
  return [model, syncEvery, compression, localBatchSize, nodesOf(configuration)].join(" ");
}

function pointOf(replicates: RunRecord[]): NodesPoint {
  const { configuration } = replicates[0];
  const measured = replicates.map((run) => {
    const epochs = steadyEpochs(run);
    return {
      images: epochs.map(epochImages),
      seconds: mean(epochs.map((epoch) => summedSeconds(epoch))),
      steps: epochs[0].steps.end.length,
    };
  });
  const images = [...new Set(measured.flatMap((run) => run.images))];
  if (images.length > 1) {
    throw new Error(
      `Runs ${replicates.map(({ id }) => id).join(", ")} have epochs of ${images.join(" and ")} images: compare epochs of as many.`,
    );
  }
  const epochSeconds = mean(measured.map(({ seconds }) => seconds));
  return {
    model: configuration.model,
    parameters: configuration.parameters,
    way: wayOf(configuration),
    syncEvery: configuration.syncEvery ?? 1,
    compression: configuration.compression ?? "none",
    localBatchSize: configuration.localBatchSize,
    nodes: nodesOf(configuration),
    imagesPerEpoch: images[0],
    stepsPerEpoch: measured[0].steps,
    epochSeconds,
    imagesPerSecond: images[0] / epochSeconds,
    runs: replicates.map(({ id }) => id),
  };
}
