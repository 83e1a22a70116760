import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { writeWhole, writeWholeSync } from "../system";
import { checked } from "../system/checked-json";

// JSON has no NaN: a loss that diverged was written as null.
const measured = z
  .number()
  .nullable()
  .transform((value) => value ?? NaN);
const numbers = z.array(z.number());
const count = z.number().int().nonnegative();
const atLeastOne = count.min(1);

const where = z.object({
  hosts: z.array(z.string()),
  /** Distinct machines among the hosts, where it is known: nodes of a local cluster share one. */
  machines: atLeastOne.optional(),
  /** Processor cores that all processes of the run may use together, on all machines, where it is known. */
  coresInAll: atLeastOne.optional(),
  /** TensorFlow's names of the devices that computed, for example `/device:CPU:0`. */
  devices: z.array(z.string()),
  /** The processor's model name, as the operating system gives it. */
  processor: z.string(),
  /** Processor cores this process may use. */
  cores: count,
  /** Memory this process may use, in bytes: the machine's, or its job's where that is less. */
  memoryBytes: count,
  slurmJobId: z.string().optional(),
  /** TensorFlow's version. */
  tensorflow: z.string(),
  node: z.string(),
  /** The workbook's git commit, where it is a git checkout. */
  commit: z.string().optional(),
});

const configuration = z.object({
  /** The program that ran: `train`, or a chapter's file. */
  program: z.string(),
  model: z.string(),
  parameters: count,
  dataset: z.string(),
  /** Height and width in pixels that the images were resized to. */
  imageSize: count,
  classes: count,
  trainImages: count,
  testImages: count,
  /** Images of one step, over all replicas. */
  globalBatchSize: atLeastOne,
  /** Images of one step on one replica; where the global batch does not divide, the most. */
  localBatchSize: atLeastOne,
  replicas: atLeastOne,
  strategy: z.string(),
  /** How gradients are added up, where there are several replicas. */
  collectives: z.enum(["ring", "nccl"]).optional(),
  /** In buckets of how many bytes they are added up, where there are several replicas. */
  bucketBytes: z.number().nonnegative().optional(),
  /** Processes that trained together, one a node, where the strategy has several. */
  workers: atLeastOne.optional(),
  /** Batches whose gradients are added up on each node before one all-reduce and one update; 1 is all-reduce at each. */
  syncEvery: atLeastOne.optional(),
  /** What gradients travel as between nodes: `bfloat16` halves their bytes. */
  compression: z.enum(["none", "bfloat16"]).optional(),
  device: z.enum(["cpu", "gpu"]),
  precision: z.enum(["float32", "mixed"]),
  /** After the warm-up. */
  learningRate: z.number(),
  /** Steps over which the learning rate grows, where it does. */
  warmUpSteps: count.optional(),
  momentum: z.number(),
  epochs: count,
  seed: z.number().int(),
  data: z.enum(["device", "host"]),
  /** Batches that the host prepares ahead; 0 where the images are on the device. */
  prefetch: count,
  /** Seconds that the host was told to wait for each image, where it was. */
  secondsPerImage: z.number().optional(),
  preset: z.string().optional(),
});

const steps = z
  .object({
    start: numbers,
    end: numbers,
    /** Seconds that each step waited for its images before it started. */
    wait: numbers,
    images: z.array(count),
    /** Mean loss of each batch, before its update. */
    loss: z.array(measured),
    /** Images of each batch that were classified rightly, before its update. */
    correct: z.array(count),
  })
  .refine((lists) => Object.values(lists).every((list) => list.length === lists.start.length), {
    error: "its lists differ in length",
  });

const epoch = z.object({
  /** Counted from 1. */
  epoch: atLeastOne,
  steps,
  /** Mean training loss over the epoch's images. */
  loss: measured,
  /** Share of the epoch's images classified rightly while training, 0 to 1. */
  accuracy: measured,
  validation: z.object({ loss: measured, accuracy: measured, seconds: z.number() }).optional(),
});

/** What a record holds: the types below are read off it, so that a field is written down once. */
export const recordSchema = z.object({
  schema: z.literal(1),
  id: z.string().min(1),
  /** How the run ended; `running` is what its record says until it does. */
  outcome: z.enum(["running", "completed", "out-of-memory", "failed", "interrupted"]),
  /** Why it failed, in one line. */
  reason: z.string().optional(),
  /** ISO 8601. */
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().optional(),
  where,
  configuration,
  /** Seconds spent recording the steps and building their graphs, over the whole run. */
  captureSeconds: z.number(),
  /** Seconds from the start to the end of the first step, capture included. */
  timeToFirstStepSeconds: z.number(),
  /** An epoch that was cut short is the last one, with the steps it made. */
  epochs: z.array(epoch),
  /** Most memory that the process has held at once (host). */
  peakMemoryBytes: count,
  /** GPU samples: utilisation in percent, memory in bytes, and when (seconds since `startedAt`). */
  gpu: z.object({ utilisation: numbers, memoryBytes: numbers, at: numbers }).optional(),
  /** A global batch size that should fit, where this one did not. */
  suggestedBatchSize: atLeastOne.optional(),
  /** Where the run went on from checkpoints: the epoch (from 1) and the steps done in it. */
  resumedFrom: z.array(z.object({ epoch: atLeastOne, step: count })).optional(),
});

/** One run of one training program: all that tables and figures derive from. */
export type RunRecord = z.output<typeof recordSchema>;
/** How a run ended; `running` is what a run's record says until it does. */
export type Outcome = RunRecord["outcome"];
/** The machine, or machines, a run ran on. */
export type Where = z.output<typeof where>;
/** Everything that was chosen for a run. */
export type Configuration = z.output<typeof configuration>;
/** One epoch of a run. */
export type Epoch = z.output<typeof epoch>;
/** The steps of one epoch: six lists of one length. Times are seconds since `startedAt`. */
export type Steps = z.output<typeof steps>;

/**
 * Checks that a value read from `file` is a run record, field by field.
 * @throws one line with the file, the first field that is wrong, and what it should be.
 */
export function checkRecord(value: unknown, file: string): RunRecord {
  return checked(value, recordSchema, (wrong) => new Error(`${file} is not a run record of schema 1: ${wrong}.`));
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
