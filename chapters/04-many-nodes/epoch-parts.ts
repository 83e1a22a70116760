import { mean, median, sum } from "simple-statistics";
import type { Epoch, RunRecord } from "../../lib/runs/record";
import { epochImages, steadyEpochs, stepSeconds } from "../../lib/runs/epochs";
import { summedSeconds } from "../../lib/measure/scaling";
import { gradientBytes } from "../../lib/measure/communication/all-reduce";
import { nodesOf, wayOf } from "../../lib/measure/communication/by-nodes";
import type { EpochPlan } from "../../lib/measure/communication/epoch";
import { modelName } from "../../lib/plots";
import type { Rows } from "../../lib/system/rows";

/** The parts of a run's steady epoch. */
export interface EpochParts {
  steps: number;
  syncs: number;
  images: number;
  epochSeconds: number;
  /** Seconds of one step without all-reduce. */
  computeSeconds: number;
  /** Seconds of the epoch beyond computing, per all-reduce: visible sending, waiting for slower nodes, and the update. */
  secondsPerSync: number;
  /** The share of the epoch that is not computing, 0 to 1. */
  communicationShare: number;
}

/**
 * Seconds of a step without all-reduce: the median over the steps between the all-reduces of a run that accumulates. As in a
 * step with all-reduce, all nodes compute at the same time, so the comparison is also fair for nodes that share cores.
 * @throws one line when every step of the run has an all-reduce.
 */
export function computeSecondsOf(run: RunRecord): number {
  const { syncEvery = 1 } = run.configuration;
  const between = steadyEpochs(run).flatMap((epoch) =>
    stepSeconds(epoch).filter((_, step) => !isSync(epoch, step, syncEvery)),
  );
  if (between.length === 0) {
    throw new Error(
      `Run ${run.id} has an all-reduce in each step: what a step only computes is measured by a run that accumulates.`,
    );
  }
  return median(between);
}

/** Runs of one configuration on several nodes, with either way. */
export interface PairOfWays {
  sync: RunRecord;
  accumulate: RunRecord;
}

/** The pairs among the completed runs on several nodes, in the order of their accumulating runs. */
export function pairsOfWays(runs: readonly RunRecord[]): PairOfWays[] {
  const several = runs.filter(({ outcome, configuration }) => outcome === "completed" && nodesOf(configuration) > 1);
  const sizes = ({ configuration: { model, localBatchSize, workers } }: RunRecord): string =>
    [model, localBatchSize, workers].join(" ");
  const [syncRuns, others] = ["sync", "accumulate"].map((way) =>
    several.filter(({ configuration }) => wayOf(configuration) === way),
  );
  return others.flatMap((accumulate) => {
    const sync = syncRuns.find((run) => sizes(run) === sizes(accumulate));
    return sync ? [{ sync, accumulate }] : [];
  });
}

/**
 * Divides a run's steady epochs into computing and the rest.
 * @param computeSeconds Seconds of one step. Default: from the run itself, which must accumulate then.
 */
export function epochParts(run: RunRecord, computeSeconds = computeSecondsOf(run)): EpochParts {
  const { syncEvery = 1 } = run.configuration;
  const epochs = steadyEpochs(run);
  const steps = epochs[0].steps.end.length;
  const syncs = Math.ceil(steps / syncEvery);
  const epochSeconds = mean(epochs.map((epoch) => summedSeconds(epoch)));
  const rest = Math.max(0, epochSeconds - steps * computeSeconds);
  return {
    steps,
    syncs,
    images: sum(epochs.map(epochImages)) / epochs.length,
    epochSeconds,
    computeSeconds,
    secondsPerSync: rest / syncs,
    communicationShare: rest / epochSeconds,
  };
}

/** The parts of a configuration's epochs with both modes. */
export interface PartsOfPair {
  /** The run that accumulates. */
  run: RunRecord;
  /** Seconds of one step without all-reduce. */
  compute: number;
  sync: EpochParts;
  accumulate: EpochParts;
}

/** The parts of all epochs on several nodes that were measured with both modes. */
export const partsOf = (runs: readonly RunRecord[]): PartsOfPair[] =>
  pairsOfWays(runs).map(({ sync, accumulate }) => {
    const compute = computeSecondsOf(accumulate);
    return { run: accumulate, compute, sync: epochParts(sync, compute), accumulate: epochParts(accumulate) };
  });

const rowOf = ({ run: { configuration } }: PartsOfPair) => ({
  ...{ model: modelName(configuration.model), "images a node": configuration.localBatchSize },
});

/** The parts as a table. */
export const partsTable = (parts: readonly PartsOfPair[]): Rows =>
  parts.map((each) => ({
    ...{ ...rowOf(each), "computing a step (s)": each.compute, "sync: epoch (s)": each.sync.epochSeconds },
    "accumulate: epoch (s)": each.accumulate.epochSeconds,
    "times as fast": each.sync.epochSeconds / each.accumulate.epochSeconds,
    "sync: not computing (%)": 100 * each.sync.communicationShare,
    "each all-reduce (s)": each.sync.secondsPerSync,
  }));

/**
 * The same epochs on another network, as a table.
 * @param predict The seconds of an epoch, from what it consists of, the seconds of a step's computing, and the bytes of the gradients.
 */
export function elsewhereTable(
  parts: readonly PartsOfPair[],
  nodes: number,
  predict: (plan: EpochPlan, compute: number, bytes: number) => { inTurn: number; overlapped: number },
): Rows {
  return parts.map((each) => {
    const { localBatchSize, parameters } = each.run.configuration;
    const [every, fourth] = [1, 4].map((syncEvery) => {
      const plan = { images: each.sync.images, localBatchSize, nodes, syncEvery };
      return predict(plan, each.compute, gradientBytes(parameters));
    });
    return {
      ...{ ...rowOf(each), "sync (s)": every.inTurn, "overlapped (s)": every.overlapped },
      ...{ "accumulate (s)": fourth.inTurn, "times as fast": every.inTurn / fourth.inTurn },
    };
  });
}

/** Whether a step of an epoch, from 0, ends with an all-reduce: the last step of each group and of the epoch does. */
function isSync({ steps }: Epoch, step: number, syncEvery: number): boolean {
  return (step + 1) % syncEvery === 0 || step === steps.end.length - 1;
}
