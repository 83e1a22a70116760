import { z } from "zod";
import { checked } from "../system/checked-json";
import type { RunRecord } from "./record";

// JSON has no NaN: a loss that diverged was written as null.
const measured = z
  .number()
  .nullable()
  .transform((value) => value ?? NaN);
const seconds = z.array(z.number());
const count = z.number().int().nonnegative();

const steps = z
  .object({
    start: seconds,
    end: seconds,
    wait: seconds,
    images: z.array(count),
    loss: z.array(measured),
    correct: z.array(count),
  })
  .refine((lists) => Object.values(lists).every((list) => list.length === lists.start.length), {
    error: "its lists differ in length",
  });

const epoch = z.object({
  epoch: count.min(1),
  steps,
  loss: measured,
  accuracy: measured,
  validation: z.object({ loss: measured, accuracy: measured, seconds: z.number() }).optional(),
});

const where = z.object({
  hosts: z.array(z.string()),
  machines: count.min(1).optional(),
  coresInAll: count.min(1).optional(),
  devices: z.array(z.string()),
  processor: z.string(),
  cores: count,
  memoryBytes: count,
  slurmJobId: z.string().optional(),
  tensorflow: z.string(),
  node: z.string(),
  commit: z.string().optional(),
});

const configuration = z.object({
  program: z.string(),
  model: z.string(),
  parameters: count,
  dataset: z.string(),
  imageSize: count,
  classes: count,
  trainImages: count,
  testImages: count,
  globalBatchSize: count.min(1),
  localBatchSize: count.min(1),
  replicas: count.min(1),
  strategy: z.string(),
  collectives: z.enum(["ring", "nccl"]).optional(),
  bucketBytes: z.number().nonnegative().optional(),
  workers: count.min(1).optional(),
  syncEvery: count.min(1).optional(),
  compression: z.enum(["none", "bfloat16"]).optional(),
  device: z.enum(["cpu", "gpu"]),
  precision: z.enum(["float32", "mixed"]),
  learningRate: z.number(),
  warmUpSteps: count.optional(),
  momentum: z.number(),
  epochs: count,
  seed: z.number().int(),
  data: z.enum(["device", "host"]),
  prefetch: count,
  secondsPerImage: z.number().optional(),
  preset: z.string().optional(),
});

const schema: z.ZodType<RunRecord> = z.object({
  schema: z.literal(1),
  id: z.string().min(1),
  outcome: z.enum(["running", "completed", "out-of-memory", "failed", "interrupted"]),
  reason: z.string().optional(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().optional(),
  where,
  configuration,
  captureSeconds: z.number(),
  timeToFirstStepSeconds: z.number(),
  epochs: z.array(epoch),
  peakMemoryBytes: count,
  gpu: z.object({ utilisation: z.array(z.number()), memoryBytes: z.array(z.number()), at: seconds }).optional(),
  suggestedBatchSize: count.min(1).optional(),
  resumedFrom: z.array(z.object({ epoch: count.min(1), step: count })).optional(),
});

/**
 * Checks that a value read from `file` is a run record, field by field.
 * @throws one line with the file, the first field that is wrong, and what it should be.
 */
export function checkRecord(value: unknown, file: string): RunRecord {
  return checked(value, schema, (wrong) => new Error(`${file} is not a run record of schema 1: ${wrong}.`));
}
