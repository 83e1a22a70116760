import type { RunRecord } from "../record";
import { multiNodeSettings, publishedParameters, publishedRecord, publishedRows } from "./published-record";

/** A run that somebody started for the study on a slow network. */
export interface SlowNetworkRow {
  /** `final`: the runs of the study. `discarded`: tries before them, some over a slower network. */
  campaign: "final" | "discarded";
  model: "resnet50" | "efficientnetb0";
  /** `sync`: an all-reduce after each batch. `accumulate`: after every 4 batches, which the study calls ctl. */
  way: "sync" | "accumulate";
  /** Images of a step on one node. */
  localBatchSize: number;
  nodes: number;
  /** The number of its Slurm job: the order in which the jobs were submitted. */
  job: number;
  /** When it began to train, in the cluster's time; "" if it left no log. */
  started: string;
  outcome: "completed" | "out-of-memory" | "incomplete";
  /** Of each epoch that it finished. */
  epochSeconds: number[];
}

/** Batches between two all-reduces with `accumulate`. */
const SYNC_EVERY = 4;

/**
 * The runs of a study on one to three nodes connected by 1 Gb/s Ethernet, by the time of their start; then those without
 * one. datasets/published/README.md names the source.
 */
export async function slowNetworkTable(): Promise<SlowNetworkRow[]> {
  return (await publishedRows("ufrgs-runs")).map(({ campaign, outcome, started, ...row }) => ({
    campaign: campaign as SlowNetworkRow["campaign"],
    model: row.model === "ResNet50" ? "resnet50" : "efficientnetb0",
    way: row.mode === "sync" ? "sync" : "accumulate",
    localBatchSize: Number(row.batch_per_gpu),
    nodes: Number(row.nodes),
    job: Number(row.job),
    started,
    outcome: outcome as SlowNetworkRow["outcome"],
    epochSeconds: [row.e0, row.e1, row.e2, row.e3, row.e4].filter((seconds) => seconds !== "").map(Number),
  }));
}

/** The completed runs of the final campaign as run records, by the time of their start. */
export async function slowNetworkRuns(): Promise<RunRecord[]> {
  const table = await slowNetworkTable();
  return table.filter(({ campaign, outcome }) => campaign === "final" && outcome === "completed").map(record);
}

function record({ model, way, localBatchSize, nodes, job, started, epochSeconds }: SlowNetworkRow): RunRecord {
  return publishedRecord({
    id: `ufrgs-${model}-${way}-${nodes}x${localBatchSize}-${job}`,
    startedAt: `${started}.000Z`, // the time zone is not published
    where: {
      hosts: Array.from({ length: nodes }, (_, node) => `node ${node + 1}`),
      devices: Array.from({ length: nodes }, () => "RTX 4070"),
      processor: "i7-14700KF",
      cores: 0,
      memoryBytes: 96e9,
      tensorflow: "2.15",
      node: "none: Python",
    },
    configuration: {
      program: "published: a study at UFRGS",
      model,
      // The study says "about 25.6 million" and "about 5.3 million": these are the models with 1,000 classes.
      parameters: publishedParameters(model, 1000),
      dataset: "tinyimagenet",
      imageSize: 64,
      classes: 200,
      trainImages: 100_000,
      testImages: 10_000,
      localBatchSize,
      syncEvery: way === "sync" ? 1 : SYNC_EVERY,
      device: "gpu",
      ...multiNodeSettings(nodes),
    },
    epochs: epochSeconds.map((seconds) => ({ seconds })),
  });
}
