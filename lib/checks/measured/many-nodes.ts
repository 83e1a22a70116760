import { computeSecondsOf, epochParts } from "../../measure";
import { runStatistics } from "../../runs";
import type { Check } from "../check";
import type { AskedFor } from "./consistency";
import { checkOwn, runOf, type Needed, type OwnValue } from "./own-check";
import { newest, recordAmong, type OwnRecords } from "./own-records";

/** Lesson 4's results with ResNet50 and the smallest batch. */
export interface NodesResults {
  /** Ratio of the epoch time with an all-reduce after every batch to that with accumulation. */
  timesAsFast: number;
  /** Seconds that a step computes, without its all-reduce. */
  computeSeconds: number;
  /** The share, 0 to 1, of an epoch with an all-reduce after every batch that is not computing. */
  notComputing: number;
}

const SYNC_EVERY = 4;

/**
 * Checks what a student measured of sync and accumulate.
 * @param records named by model, nodes, images per node, and batches per all-reduce: `results/resnet50-2x4-every-1.json`.
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

/** The nodes of the newest run on several nodes, and the smallest batch of the runs on that many. */
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
  const epochTime = (needed: Needed) => epochParts(runOf(needed), 0).epochSeconds;
  const statistics = (needed: Needed) => runStatistics(runOf(needed));
  return {
    what: `accumulate against sync, ResNet50 on ${where}`,
    part: "timesAsFast",
    from: [sync, accumulate],
    unit: "times as fast",
    right: () => [
      epochTime(sync) / epochTime(accumulate),
      statistics(sync).steadyEpochSeconds / statistics(accumulate).steadyEpochSeconds,
    ],
    slips: () => [
      [epochTime(accumulate) / epochTime(sync), "Upside down: the time of sync belongs on top."],
      [
        statistics(sync).firstEpochSeconds / statistics(accumulate).firstEpochSeconds,
        "These are the first epochs, which carry the start-up.",
      ],
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
      return [[epochSeconds / steps, "A part of these steps has its all-reduce: leave those out."]];
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
      // A run that computes faster than the other has a share of 0 in the first and below 0 in the second.
      return [communicationShare, 1 - (steps * computeSeconds) / epochSeconds];
    },
    slips: () => {
      const { communicationShare, secondsPerSync } = parts();
      return [
        [100 * communicationShare, "Give a share, from 0 to 1, and no percent."],
        [1 - communicationShare, "That is the share that is computing."],
        [secondsPerSync, "These are the seconds of an all-reduce: of the epoch, which share are they?"],
      ];
    },
  };
}
