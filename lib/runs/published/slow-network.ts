import type { RunRecord } from "../record";
import { multiNodeSettings, publishedParameters, publishedRecord, publishedRows } from "./published-record";

/** The published values of a run of the study on a slow network. */
export interface SlowNetworkRow {
  model: "resnet50" | "efficientnetb0";
  /** `sync`: an all-reduce after each batch. `accumulate`: after every 4 batches, which the study calls ctl. */
  way: "sync" | "accumulate";
  /** Images of a step on one node. */
  localBatchSize: number;
  nodes: number;
  /** From the start of the first batch to the end of the last one, over five epochs. */
  totalSeconds: number;
  /** One for each epoch; empty if the table has only the total. */
  epochSeconds: number[];
}

/** Batches between two all-reduces with `accumulate`. */
const SYNC_EVERY = 4;
const EPOCHS = 5;

/**
 * Single runs of a study on one to three nodes connected by 1 Gb/s Ethernet, out of its repository. datasets/published/README.md names
 * the source.
 */
export async function slowNetworkTable(): Promise<SlowNetworkRow[]> {
  return (await publishedRows("ufrgs-tinyimagenet")).map((row) => ({
    model: row.model === "ResNet50" ? "resnet50" : "efficientnetb0",
    way: row.mode === "sync" ? "sync" : "accumulate",
    localBatchSize: Number(row.batch_per_gpu),
    nodes: Number(row.nodes),
    totalSeconds: Number(row.total_5_epochs_s),
    epochSeconds: [row.e0, row.e1, row.e2, row.e3, row.e4].filter((seconds) => seconds !== "").map(Number),
  }));
}

/** {@link slowNetworkTable} as run records. If the table has only the total of a run, its epochs share it equally. */
export async function slowNetworkRuns(): Promise<RunRecord[]> {
  return (await slowNetworkTable()).map(record);
}

function record(row: SlowNetworkRow): RunRecord {
  const { model, way, localBatchSize, nodes, totalSeconds } = row;
  const epochSeconds =
    row.epochSeconds.length > 0 ? row.epochSeconds : Array<number>(EPOCHS).fill(totalSeconds / EPOCHS);
  return publishedRecord({
    id: `ufrgs-${model}-${way}-${nodes}x${localBatchSize}`,
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
