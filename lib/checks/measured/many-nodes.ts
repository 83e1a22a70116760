import { computeSecondsOf, epochParts } from "../../measure";
import { runStatistics } from "../../runs";
import type { Check } from "../check";
import type { AskedFor } from "./consistency";
import { checkOwn, runOf, type Needed, type OwnValue } from "./own-check";
import { newest, recordAmong, type OwnRecords } from "./own-records";

/** What lesson 4 measures with ResNet50 and the smallest batch. */
export interface NodesResults {
  /** How many times as fast an epoch that accumulates is as one with an all-reduce after every batch. */
  timesAsFast: number;
  /** What a step computes, without all-reduce. */
  computeSeconds: number;
  /** The share of an epoch with an all-reduce after every batch that is not computing, 0 to 1. */
  notComputing: number;
}

const SYNC_EVERY = 4;

/**
 * Checks what a student measured of sync and accumulate.
 * @param records named by model, nodes, images a node and batches to an all-reduce: `results/resnet50-2x4-every-1.json`.
 */
export function checkOwnNodes(results: () => NodesResults, records: OwnRecords): Check {
  const { nodes, batch } = sizesOf(records);
  const run = (syncEvery: number): Needed => ({
    record: recordAmong(records, `results/resnet50-${nodes}x${batch}-every-${syncEvery}.json`),
    asked: askedFor(nodes, batch, syncEvery),
  });
  const [sync, accumulate] = [run(1), run(SYNC_EVERY)];
  const where = `${nodes} nodes, ${batch} images each`;
  return checkOwn("What you measured", results, [
    timesAsFast(where, sync, accumulate),
    computing(accumulate),
    notComputing(sync, accumulate),
  ]);
}

/** The nodes of the run that was made last on several, and the smallest batch on so many. */
function sizesOf(records: OwnRecords): { nodes: number; batch: number } {
  const several = records.filter(({ run }) => (run?.configuration.workers ?? 1) > 1);
  const nodes = newest(several)?.configuration.workers ?? 2;
  const batches = several.flatMap(({ run }) =>
    run?.configuration.workers === nodes ? run.configuration.localBatchSize : [],
  );
  return { nodes, batch: batches.length === 0 ? 4 : Math.min(...batches) };
}

function askedFor(workers: number, localBatchSize: number, syncEvery: number): AskedFor {
  const model = { program: "04-many-nodes/train", model: "resnet50", strategy: "multi-worker" };
  return { ...model, workers, localBatchSize, syncEvery, compression: "none", epochs: 2 };
}

function timesAsFast(where: string, sync: Needed, accumulate: Needed): OwnValue {
  const parts = (needed: Needed) => epochParts(runOf(needed), 0).epochSeconds;
  const statistics = (needed: Needed) => runStatistics(runOf(needed));
  return {
    what: `accumulate against sync, ResNet50 on ${where}`,
    part: "timesAsFast",
    from: [sync, accumulate],
    unit: "times as fast",
    right: () => [
      parts(sync) / parts(accumulate),
      statistics(sync).steadyEpochSeconds / statistics(accumulate).steadyEpochSeconds,
    ],
    slips: () => [
      { value: parts(accumulate) / parts(sync), hint: "Upside down: the time of sync belongs on top." },
      {
        value: statistics(sync).firstEpochSeconds / statistics(accumulate).firstEpochSeconds,
        hint: "These are the first epochs, which carry the start-up.",
      },
    ],
  };
}

function computing(accumulate: Needed): OwnValue {
  return {
    what: "computing of a step",
    part: "computeSeconds",
    from: [accumulate],
    unit: "s",
    right: () => [computeSecondsOf(runOf(accumulate))],
    slips: () => {
      const { epochSeconds, steps } = epochParts(runOf(accumulate));
      return [{ value: epochSeconds / steps, hint: "A part of these steps has its all-reduce: leave those out." }];
    },
  };
}

function notComputing(sync: Needed, accumulate: Needed): OwnValue {
  const parts = () => epochParts(runOf(sync), computeSecondsOf(runOf(accumulate)));
  return {
    what: "share of sync's epoch that is not computing",
    part: "notComputing",
    from: [sync, accumulate],
    right: () => {
      const { steps, computeSeconds, epochSeconds, communicationShare } = parts();
      // Where it computed faster than the other run did, nothing is left, or less.
      return [communicationShare, 1 - (steps * computeSeconds) / epochSeconds];
    },
    slips: () => {
      const { communicationShare, secondsPerSync } = parts();
      return [
        { value: 100 * communicationShare, hint: "Give a share, from 0 to 1, and no percent." },
        { value: 1 - communicationShare, hint: "That is the share that is computing." },
        { value: secondsPerSync, hint: "These are the seconds of an all-reduce: of the epoch, which share are they?" },
      ];
    },
  };
}
