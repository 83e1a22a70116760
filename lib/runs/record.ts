import { randomBytes } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { writeWhole } from "../system/atomic";
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
  /** Distinct machines among the hosts, if known: nodes of a local cluster share one. */
  machines: atLeastOne.optional(),
  /** Processor cores that all processes of the run may use together, on all machines, if known. */
  coresInAll: atLeastOne.optional(),
  /** TensorFlow's names of the devices that computed, for example `/device:CPU:0`. */
  devices: z.array(z.string()),
  /** The processor's model name, as the operating system gives it. */
  processor: z.string(),
  /** Processor cores this process may use. */
  cores: count,
  /** Memory this process may use, in bytes: the machine's, or its job's if that is less. */
  memoryBytes: count,
  slurmJobId: z.string().optional(),
  /** TensorFlow's version. */
  tensorflow: z.string(),
  node: z.string(),
  /** The workbook's git commit, if it is a git checkout. */
  commit: z.string().optional(),
});

/** Older records call both formats `mixed`; the device says which one it was. */
function namePrecision(value: unknown): unknown {
  const older = value as { precision?: unknown; device?: unknown } | null | undefined;
  if (older?.precision !== "mixed") return value;
  return { ...older, precision: older.device === "gpu" ? "mixed_float16" : "mixed_bfloat16" };
}

const configuration = z.preprocess(
  namePrecision,
  z.object({
    /** The program that ran: `train`, or a chapter's file. */
    program: z.string(),
    model: z.string(),
    parameters: count,
    dataset: z.string(),
    /** Height and width of the resized images, in pixels. */
    imageSize: count,
    classes: count,
    trainImages: count,
    testImages: count,
    /** Images of one step, over all replicas. */
    globalBatchSize: atLeastOne,
    /** Images of one step on one replica; the most if the global batch does not divide evenly. */
    localBatchSize: atLeastOne,
    replicas: atLeastOne,
    strategy: z.string(),
    /** How several replicas add up gradients. */
    collectives: z.enum(["ring", "nccl"]).optional(),
    /** Bytes of a bucket of gradients, with several replicas. */
    bucketBytes: z.number().nonnegative().optional(),
    /** Processes that trained together, one on each node, if the strategy has several. */
    workers: atLeastOne.optional(),
    /** Batches whose gradients each node adds up before one all-reduce and one update; 1 is an all-reduce at each batch. */
    syncEvery: atLeastOne.optional(),
    /** The number format of gradients between nodes: `bfloat16` halves their bytes. */
    compression: z.enum(["none", "bfloat16"]).optional(),
    device: z.enum(["cpu", "gpu"]),
    precision: z.enum(["float32", "mixed_bfloat16", "mixed_float16"]),
    /** Whether XLA compiled the steps, as with Keras's `jit_compile`. */
    xla: z.boolean().optional(),
    /** After the warm-up. */
    learningRate: z.number(),
    /** Steps over which the learning rate grows at the start, if it does. */
    warmUpSteps: count.optional(),
    momentum: z.number(),
    epochs: count,
    seed: z.number().int(),
    data: z.enum(["device", "host"]),
    /** Batches that the host prepares ahead; 0 if the images are on the device. */
    prefetch: count,
    /** Seconds that the host was told to wait for each image. */
    secondsPerImage: z.number().optional(),
    preset: z.string().optional(),
  }),
);

/** The steps of one epoch: six lists of one length. Times are seconds since the run's `startedAt`. */
const steps = z
  .object({
    start: numbers,
    end: numbers,
    /** Seconds that each step waited for its images before it started. */
    wait: numbers,
    images: z.array(count),
    /** Mean loss of each batch, before its update. */
    loss: z.array(measured),
    /** Images of each batch that were classified correctly, before its update. */
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
  /** Share of the epoch's images classified correctly while training, 0 to 1. */
  accuracy: measured,
  validation: z.object({ loss: measured, accuracy: measured, seconds: z.number() }).optional(),
});

/** The format of a record. The types below follow from it, so that each field is written once. */
export const recordSchema = z.object({
  schema: z.literal(1),
  id: z.string().min(1),
  /** How the run ended; `running` until it ends. */
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
  /** If an epoch was cut short, it is the last one and has the steps that were made. */
  epochs: z.array(epoch),
  /** Peak memory of the process on the host. */
  peakMemoryBytes: count,
  /** The most bytes that tensors held at once on each of `where.devices`, where TensorFlow counts them: on GPUs. */
  devicePeakBytes: z.array(count).optional(),
  /**
   * GPU samples: utilisation in percent, memory in bytes, and when (seconds since `startedAt`). The memory is what nvidia-smi
   * shows: what the allocator has taken, up to twice of `devicePeakBytes`.
   */
  gpu: z.object({ utilisation: numbers, memoryBytes: numbers, at: numbers }).optional(),
  /** A global batch size that should fit, if this one did not. */
  suggestedBatchSize: atLeastOne.optional(),
  /** Where the run was resumed from checkpoints: the epoch (from 1) and the steps done in it. */
  resumedFrom: z.array(z.object({ epoch: atLeastOne, step: count })).optional(),
});

/** One run of a training program, from which all tables and figures derive. */
export type RunRecord = z.output<typeof recordSchema>;
export type Outcome = RunRecord["outcome"];
/** The machine or machines of a run. */
export type Where = z.output<typeof where>;
/** All settings of a run. */
export type Configuration = z.output<typeof configuration>;
/** One epoch of a run. */
export type Epoch = z.output<typeof epoch>;

/**
 * Checks that a value read from `file` is a run record, field by field.
 * @throws one line with the file, the first field that is wrong, and what it should be.
 */
export function checkRecord(value: unknown, file: string): RunRecord {
  return checked(value, recordSchema, (wrong) => new Error(`${file} is not a run record of schema 1: ${wrong}.`));
}

/** A new run's name, which sorts by time: its start in UTC, to the second, and six random hexadecimal digits. */
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

/** A record as JSON, which has no NaN or infinity: a diverged loss becomes null, and {@link readRun} reads null as NaN. */
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
