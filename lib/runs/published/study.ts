import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { workbookRoot } from "../../system/workbook";
import type { RunRecord } from "../record";
import { nodesRecord } from "./nodes-record";

/** The study's models, as run records name them. */
export type StudyModel = "resnet50" | "efficientnetb0";

/** A run of the study on three nodes, as far as it is published. */
export interface StudyRun {
  model: StudyModel;
  /** `sync`: an all-reduce after each batch. `accumulate`: after every 4, which the study calls ctl. */
  way: "sync" | "accumulate";
  /** Images of a step on one node. */
  localBatchSize: number;
  nodes: number;
  /** Of five; one is published. */
  replicate: number;
  /** From the start of the first batch to the end of the last one, over five epochs. */
  totalSeconds: number;
  /** Of each epoch; empty where only the total is published. */
  epochSeconds: number[];
}

/** Batches between two all-reduces when the study accumulates. */
const SYNC_EVERY = 4;
const EPOCHS = 5;
/** TinyImageNet-200's. */
const [trainImages, testImages, classes] = [100_000, 10_000, 200];

const models: Record<string, StudyModel> = { ResNet50: "resnet50", EfficientNetB0: "efficientnetb0" };
/** Of Keras's models with 1,000 classes, which the study's "about 25.6 million" and "about 5.3 million" are. */
const parameters: Record<StudyModel, number> = { resnet50: 25_636_712, efficientnetb0: 5_330_571 };

/**
 * The single runs that are published of a study on one to three nodes joined by 1 Gb/s Ethernet (README.md beside this
 * file has the source), row by row.
 */
export async function publishedStudy(): Promise<StudyRun[]> {
  const text = await readFile(join(workbookRoot, "datasets", "published", "ufrgs-tinyimagenet.csv"), "utf8");
  return text.trim().split("\n").slice(1).map(parse);
}

/** {@link publishedStudy} as run records, so that what was measured there and here goes through the same functions. */
export async function publishedStudyRuns(): Promise<RunRecord[]> {
  return (await publishedStudy()).map(record);
}

function parse(line: string): StudyRun {
  const [model, mode, batch, nodes, total, ...epochs] = line.split(",");
  return {
    model: models[model],
    way: mode === "sync" ? "sync" : "accumulate",
    localBatchSize: Number(batch),
    nodes: Number(nodes),
    replicate: 1,
    totalSeconds: Number(total),
    epochSeconds: epochs.filter((seconds) => seconds !== "").map(Number),
  };
}

/** What is not published is 0 or says so; steps share their epoch's time equally, and so do epochs the total. */
function record(run: StudyRun): RunRecord {
  const { model, way, localBatchSize, nodes, totalSeconds } = run;
  const syncEvery = way === "sync" ? 1 : SYNC_EVERY;
  const epochSeconds =
    run.epochSeconds.length > 0 ? run.epochSeconds : Array.from({ length: EPOCHS }, () => totalSeconds / EPOCHS);
  return nodesRecord({
    id: `ufrgs-${model}-${way}-${nodes}x${localBatchSize}`,
    startedAt: "2025-01-01T00:00:00.000Z", // not published; a record needs a date
    epochSeconds,
    where: {
      hosts: Array.from({ length: nodes }, (_, node) => `node ${node + 1}`),
      devices: Array.from({ length: nodes }, () => "RTX 4070, 8 GB"),
      processor: "i7-14700KF",
      cores: 0,
      memoryBytes: 96e9,
      tensorflow: "2.15",
      node: "none: Python",
    },
    configuration: {
      program: "published: a study at UFRGS",
      model,
      parameters: parameters[model],
      dataset: "tinyimagenet",
      imageSize: 64,
      classes,
      trainImages,
      testImages,
      localBatchSize,
      workers: nodes,
      syncEvery,
      device: "gpu",
    },
  });
}
