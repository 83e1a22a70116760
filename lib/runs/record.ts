import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { z } from "zod";
import { writeWhole } from "../system/atomic";
import { checked, parsed } from "../system/checked-json";
import { printable } from "../system/printable";
import { readText } from "../system/read-text";
import { makeFolders } from "../system/folders";
import type { Configuration, RunRecord } from "./record-types";

export type { Configuration, Epoch, GradientFormat, Outcome, RunRecord, Where } from "./record-types";

/** The number of devices that a run trained on, whether they copied the network or shared it. */
export const allDevices = ({ sharding, replicas }: Configuration): number =>
  sharding ? Object.values(sharding.mesh).reduce((product, size) => product * size, 1) : replicas;

// JSON has no NaN: a loss that diverged was written as null.
const measured = z
  .number()
  .nullable()
  .transform((value) => value ?? NaN);
// Tables, figures and messages show the texts of records, which others may have written.
const text = z.string().overwrite(printable);
const numbers = z.array(z.number());
const count = z.number().int().nonnegative();
const atLeastOne = count.min(1);

const where = z.object({
  hosts: z.array(text),
  machines: atLeastOne.optional(),
  coresInAll: atLeastOne.optional(),
  devices: z.array(text),
  gpus: z.array(z.object({ name: text, memoryBytes: count, driver: text })).optional(),
  processor: text,
  cores: count,
  memoryBytes: count,
  slurmJobId: text.optional(),
  tensorflow: text,
  node: text,
  commit: text.optional(),
  packages: z
    .object({
      versions: z.record(text, text),
      licences: z.record(text, text),
      tuned: z.array(text),
    })
    .optional(),
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
    program: text,
    model: text,
    parameters: count,
    dataset: text,
    imageSize: count.optional(),
    context: atLeastOne.optional(),
    classes: count,
    trainImages: count,
    testImages: count,
    globalBatchSize: atLeastOne,
    localBatchSize: atLeastOne,
    replicas: atLeastOne,
    framework: text.optional(),
    strategy: text,
    collectives: z.enum(["ring", "nccl"]).optional(),
    bucketBytes: z.number().nonnegative().optional(),
    workers: atLeastOne.optional(),
    syncEvery: atLeastOne.optional(),
    compression: z.enum(["none", "bfloat16", "float16"]).optional(),
    device: z.enum(["cpu", "gpu"]),
    precision: z.enum(["float32", "mixed_bfloat16", "mixed_float16"]),
    sharding: z
      .object({
        mesh: z.record(text, atLeastOne),
        zero: z.union([z.literal(1), z.literal(2), z.literal(3)]).optional(),
        sequence: z.boolean().optional(),
        stages: atLeastOne.optional(),
        microbatches: atLeastOne.optional(),
        schedule: z.enum(["gpipe", "1f1b", "own"]).optional(),
      })
      .optional(),
    checkpointActivations: z.boolean().optional(),
    xla: z.boolean().optional(),
    learningRate: z.number(),
    warmUpSteps: count.optional(),
    schedule: z.enum(["constant", "cosine", "own"]).optional(),
    scheduleSteps: atLeastOne.optional(),
    leastRate: z.number().optional(),
    momentum: z.number(),
    optimizer: z.enum(["sgd", "adamw"]).optional(),
    beta1: z.number().optional(),
    beta2: z.number().optional(),
    epsilon: z.number().optional(),
    weightDecay: z.number().optional(),
    clipNorm: z.number().optional(),
    epochs: count,
    seed: z.number().int(),
    augmentation: z.enum(["crop-flip"]).optional(),
    data: z.enum(["device", "host"]),
    prefetch: count,
    loaders: atLeastOne.optional(),
    secondsPerImage: z.number().optional(),
    preset: text.optional(),
  }),
);

const steps = z
  .object({
    start: numbers,
    end: numbers,
    wait: numbers,
    images: z.array(count),
    loss: z.array(measured),
    correct: z.array(count),
  })
  .refine((lists) => Object.values(lists).every((list) => list.length === lists.start.length), {
    error: "its lists differ in length",
  });

const epoch = z.object({
  epoch: atLeastOne,
  steps,
  loss: measured,
  accuracy: measured,
  validation: z.object({ loss: measured, accuracy: measured, seconds: z.number() }).optional(),
});

/** The format of a record: what is read from a file is held against it. `RunRecord` says what the fields mean. */
export const recordSchema = z.object({
  schema: z.literal(1),
  id: text.min(1),
  outcome: z.enum(["running", "completed", "out-of-memory", "failed", "interrupted"]),
  reason: text.optional(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().optional(),
  where,
  configuration,
  captureSeconds: z.number(),
  timeToFirstStepSeconds: z.number(),
  epochs: z.array(epoch),
  peakMemoryBytes: count,
  devicePeakBytes: z.array(count).optional(),
  deviceMemory: z.object({ atRest: z.array(count), peak: z.array(count) }).optional(),
  sentBytes: z.record(text, z.array(z.number().nonnegative())).optional(),
  gpu: z.object({ utilisation: numbers, memoryBytes: numbers, at: numbers }).optional(),
  ceiling: z.object({ operationsPerSecond: z.number().positive(), bytesPerSecond: z.number().positive() }).optional(),
  suggestedBatchSize: atLeastOne.optional(),
  weightsDigest: text.optional(),
  resumedFrom: z.array(z.object({ epoch: atLeastOne, step: count })).optional(),
});

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
  makeFolders(dirname(file));
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
  const text = readText(file, (problem) => new Error(`Cannot read the run record ${file}: ${problem}.`));
  return runOf(text, file);
}

/** The run record that was read from `file`. @throws one line that names the file and what is wrong with it. */
export function runOf(text: string, file: string): RunRecord {
  const value = parsed(
    text,
    (problem) => new Error(`${file} is not a run record: ${problem}. Delete it, or run it again.`),
  );
  return checkRecord(value, file);
}
