import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeWhole, writeWholeSync } from "../system";
import { checkRecord } from "./record-schema";
import type { Compression } from "../tensorflow";

/** How a run ended; `running` is what a run's record says until it does. */
export type Outcome = "running" | "completed" | "out-of-memory" | "failed" | "interrupted";

/** The machine, or machines, a run ran on. */
export interface Where {
  hosts: string[];
  /** Distinct machines among the hosts, where it is known: nodes of a local cluster share one. */
  machines?: number;
  /** Processor cores that all processes of the run may use together, on all machines, where it is known. */
  coresInAll?: number;
  /** TensorFlow's names of the devices that computed, for example `/device:CPU:0`. */
  devices: string[];
  /** The processor's model name, as the operating system gives it. */
  processor: string;
  /** Processor cores this process may use. */
  cores: number;
  /** Memory this process may use, in bytes: the machine's, or its job's where that is less. */
  memoryBytes: number;
  slurmJobId?: string;
  /** TensorFlow's version. */
  tensorflow: string;
  node: string;
  /** The workbook's git commit, where it is a git checkout. */
  commit?: string;
}

/** Everything that was chosen for a run. */
export interface Configuration {
  /** The program that ran: `train`, or a chapter's file. */
  program: string;
  model: string;
  parameters: number;
  dataset: string;
  /** Height and width in pixels that the images were resized to. */
  imageSize: number;
  classes: number;
  trainImages: number;
  testImages: number;
  /** Images of one step, over all replicas. */
  globalBatchSize: number;
  /** Images of one step on one replica; where the global batch does not divide, the most. */
  localBatchSize: number;
  replicas: number;
  strategy: string;
  /** How gradients are added up, and in buckets of how many bytes, where there are several replicas. */
  collectives?: "ring" | "nccl";
  bucketBytes?: number;
  /** Processes that trained together, one a node, where the strategy has several. */
  workers?: number;
  /** Batches whose gradients are added up on each node before one all-reduce and one update; 1 is all-reduce at each. */
  syncEvery?: number;
  /** What gradients travel as between nodes: `bfloat16` halves their bytes. */
  compression?: Compression;
  device: "cpu" | "gpu";
  precision: "float32" | "mixed";
  /** After the warm-up. */
  learningRate: number;
  /** Steps over which the learning rate grows, where it does. */
  warmUpSteps?: number;
  momentum: number;
  epochs: number;
  seed: number;
  data: "device" | "host";
  /** Batches that the host prepares ahead; 0 where the images are on the device. */
  prefetch: number;
  /** Seconds that the host was told to wait for each image, where it was. */
  secondsPerImage?: number;
  preset?: string;
}

/** The steps of one epoch: five lists of one length. Times are seconds since `startedAt`. */
export interface Steps {
  start: number[];
  end: number[];
  /** Seconds that each step waited for its images before it started. */
  wait: number[];
  images: number[];
  /** Mean loss of each batch, before its update. */
  loss: number[];
  /** Images of each batch that were classified rightly, before its update. */
  correct: number[];
}

/** One epoch of a run. */
export interface Epoch {
  /** Counted from 1. */
  epoch: number;
  steps: Steps;
  /** Mean training loss over the epoch's images. */
  loss: number;
  /** Share of the epoch's images classified rightly while training, 0 to 1. */
  accuracy: number;
  validation?: { loss: number; accuracy: number; seconds: number };
}

/** One run of one training program: all that tables and figures derive from. */
export interface RunRecord {
  schema: 1;
  id: string;
  outcome: Outcome;
  /** Why it failed, in one line. */
  reason?: string;
  /** ISO 8601. */
  startedAt: string;
  endedAt?: string;
  where: Where;
  configuration: Configuration;
  /** Seconds spent recording the steps and building their graphs, over the whole run. */
  captureSeconds: number;
  /** Seconds from the start to the end of the first step, capture included. */
  timeToFirstStepSeconds: number;
  /** An epoch that was cut short is the last one, with the steps it made. */
  epochs: Epoch[];
  /** Most memory that the process has held at once (host). */
  peakMemoryBytes: number;
  /** GPU samples: utilisation in percent, memory in bytes, and when (seconds since `startedAt`). */
  gpu?: { utilisation: number[]; memoryBytes: number[]; at: number[] };
  /** A global batch size that should fit, where this one did not. */
  suggestedBatchSize?: number;
  /** Where the run went on from checkpoints: the epoch (from 1) and the steps done in it. */
  resumedFrom?: { epoch: number; step: number }[];
}

/** A new run's name: its start in UTC, to the second, and six random digits; it sorts by time. */
export function newRunId(startedAt: Date): string {
  const time = startedAt.toISOString().replace(/[-:]/g, "").slice(0, 15);
  return `${time}-${randomBytes(3).toString("hex")}`;
}

/**
 * Writes a record in one atomic step: a reader sees the old file or the new one, never half of one.
 * Folders that are missing are made.
 */
export async function writeRun(file: string, record: RunRecord): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeWhole(file, recordText(record));
}

/** {@link writeRun} for a process that is about to end. */
export function writeRunSync(file: string, record: RunRecord): void {
  writeWholeSync(file, recordText(record));
}

/** JSON knows no NaN or infinity (a loss that diverged): they become null, and {@link readRun} makes null NaN again. */
export function recordText(record: RunRecord): string {
  return JSON.stringify(record) + "\n";
}

/**
 * Reads one run record.
 * @throws one line that names the file and what is wrong with it.
 */
export async function readRun(file: string): Promise<RunRecord> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    const what = error.code === "ENOENT" ? "there is no such file" : error.message;
    throw new Error(`Cannot read the run record ${file}: ${what}.`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(
      `${file} is not a run record: it is not JSON (${text.length} characters). Delete it, or run it again.`,
    );
  }
  return checkRecord(value, file);
}

/**
 * Reads the run records of a folder (its own `*.json`, not those of folders inside), or of one file, oldest first.
 * @throws one line when the path does not exist, holds no record, or holds a file that is none.
 */
export async function readRuns(path: string): Promise<RunRecord[]> {
  const what = await stat(path).catch(() => undefined);
  if (!what) throw new Error(`There are no run records at ${path}: run the training first, or correct the path.`);
  if (what.isFile()) return [await readRun(path)];
  const files = (await readdir(path)).filter((name) => name.endsWith(".json")).sort();
  if (files.length === 0) throw new Error(`There are no run records (*.json) in ${path}: run the training first.`);
  const runs = await Promise.all(files.map((name) => readRun(join(path, name))));
  return runs.sort((a, b) => a.startedAt.localeCompare(b.startedAt));
}
