import { isOfCluster } from "../../../lib/cells/place-schema";
import { computeSecondsOf, epochParts } from "../epoch-parts";
import { runStatistics } from "../../../lib/runs";
import type { Check } from "../../../lib/checks/check";
import type { AskedFor } from "../../../lib/checks/measured/consistency";
import { checkOwn, neededAt, ownValue, runOf } from "../../../lib/checks/measured/own-check";
import type { Needed, OwnValue } from "../../../lib/checks/measured/own-check";
import { askedOfTask } from "../../../lib/checks/measured/asked-of-task";
import { newest, type OwnRecord, type OwnRecords } from "../../../lib/checks/measured/own-records";

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
const model = "resnet50";

/**
 * Checks what a student measured of sync and accumulate, on this machine or by jobs of a cluster: the newest run decides.
 * @param records named by model, nodes, images per node, and batches per all-reduce: `results/resnet50-2x4-every-1.json`, or
 * `results/cluster-resnet50-2x32-every-1.json`.
 */
export function checkOwnNodes(results: () => NodesResults, records: OwnRecords): Check {
  const { onCluster, nodes, batch } = sizesOf(records);
  const run = (syncEvery: number): Needed =>
    neededAt(records, { onCluster }, `${model}-${nodes}x${batch}-every-${syncEvery}`, (record) =>
      onCluster ? askedOnCluster(record, syncEvery) : askedFor(nodes, batch, syncEvery),
    );
  const [sync, accumulate] = [run(1), run(SYNC_EVERY)];
  const where = `${nodes} nodes, ${batch} images each`;
  return checkOwn("What you measured", results, [
    timesAsFast(where, sync, accumulate),
    computing(accumulate),
    notComputing(sync, accumulate),
  ]);

  function askedOnCluster(record: OwnRecord, syncEvery: number): AskedFor {
    const task = syncEvery === 1 ? "many-nodes" : "many-nodes-accumulate";
    const asked = askedOfTask({ task, nodes, cluster: { model, localBatchSize: batch } }, record);
    return { ...asked, strategy: "multi-worker", compression: "none" };
  }
}

/** The place and nodes of the newest run on several nodes, and the smallest batch of the runs there on that many. */
function sizesOf(records: OwnRecords): { onCluster: boolean; nodes: number; batch: number } {
  const several = records.filter(({ run }) => (run?.configuration.workers ?? 1) > 1);
  const { run: last, onCluster } = newest(several);
  const nodes = last?.configuration.workers ?? 2;
  const batches = several.flatMap((record) =>
    isOfCluster(record.file) === onCluster && record.run?.configuration.workers === nodes
      ? record.run.configuration.localBatchSize
      : [],
  );
  return { onCluster, nodes, batch: batches.length === 0 ? 4 : Math.min(...batches) };
}

function askedFor(workers: number, localBatchSize: number, syncEvery: number): AskedFor {
  const program = { program: "04-many-nodes/train", model, strategy: "multi-worker" };
  return { ...program, workers, localBatchSize, syncEvery, compression: "none", epochs: 2 };
}

function timesAsFast(where: string, sync: Needed, accumulate: Needed): OwnValue {
  const epochTime = (needed: Needed) => epochParts(runOf(needed), 0).epochSeconds;
  const statistics = (needed: Needed) => runStatistics(runOf(needed));
  return ownValue(`accumulate against sync, ResNet50 on ${where}`, "timesAsFast", [sync, accumulate], {
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
  });
}

function computing(accumulate: Needed): OwnValue {
  return ownValue("computing of a step", "computeSeconds", [accumulate], {
    unit: "s",
    right: () => [computeSecondsOf(runOf(accumulate))],
    slips: () => {
      const { epochSeconds, steps } = epochParts(runOf(accumulate));
      return [[epochSeconds / steps, "Some of these steps end with an all-reduce: leave those out."]];
    },
  });
}

function notComputing(sync: Needed, accumulate: Needed): OwnValue {
  const parts = () => epochParts(runOf(sync), computeSecondsOf(runOf(accumulate)));
  return ownValue("share of sync's epoch that is not computing", "notComputing", [sync, accumulate], {
    right: () => {
      const { steps, computeSeconds, epochSeconds, communicationShare } = parts();
      // A run that computes faster than the other has a share of 0 in the first and below 0 in the second.
      return [communicationShare, 1 - (steps * computeSeconds) / epochSeconds];
    },
    slips: () => {
      const { communicationShare, secondsPerSync } = parts();
      return [
        [100 * communicationShare, "Give a share from 0 to 1, not percent."],
        [1 - communicationShare, "That is the share that is computing."],
        [secondsPerSync, "These are the seconds of an all-reduce: which share of the epoch are they?"],
      ];
    },
  });
}
