import { z } from "zod";
import { printable } from "../system/printable";

// The fields of a run record, each described once: what is read from a file is held against these schemas, and the types follow from
// them. They are plain objects, because a declaration keeps the descriptions of such an object's fields only.

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

const whereFields = {
  /** The hosts' names, one for each process. */
  hosts: z.array(text),
  /** Distinct machines among the hosts, if known: nodes of a local cluster share one. */
  machines: atLeastOne.optional(),
  /** Processor cores that all processes of the run may use together, on all machines, if known. */
  coresInAll: atLeastOne.optional(),
  /** TensorFlow's names of the devices that computed, for example `/device:CPU:0`. */
  devices: z.array(text),
  /** The GPUs behind them, as the driver describes them, with their memory in bytes; virtual GPUs are parts of one. */
  gpus: z.array(z.object({ name: text, memoryBytes: count, driver: text })).optional(),
  /** The processor's model name, as the operating system gives it. */
  processor: text,
  /** Processor cores that this process may use. */
  cores: count,
  /** Memory that this process may use, in bytes: the machine's, or its job's if that is less. */
  memoryBytes: count,
  /** The number of the Slurm job, if the run was one. */
  slurmJobId: text.optional(),
  /** TensorFlow's version; of another framework's run, that of the engine beside it. */
  tensorflow: text,
  /** Node's version. */
  node: text,
  /** The workbook's git commit, if it is a git checkout. */
  commit: text.optional(),
  /** What another framework ran with: versions and licences of its packages, and which of its own switches were set. */
  packages: z
    .object({
      versions: z.record(text, text),
      licences: z.record(text, text),
      tuned: z.array(text),
    })
    .optional(),
};

/** The machine or machines of a run. */
export interface Where extends z.output<z.ZodObject<typeof whereFields>> {}

const shardingFields = {
  /** The mesh's axes and their lengths, the one whose neighbours are farthest apart first. */
  mesh: z.record(text, atLeastOne),
  /** How much of the training state was divided along one of the axes (the stage of ZeRO). */
  zero: z.union([z.literal(1), z.literal(2), z.literal(3)]).optional(),
  /** Whether devices that shared layers also shared the tokens between these. */
  sequence: z.boolean().optional(),
  /** Of a pipeline: its stages, the parts into which a device's rows were cut, and the order of the tasks. */
  stages: atLeastOne.optional(),
  microbatches: atLeastOne.optional(),
  schedule: z.enum(["gpipe", "1f1b", "own"]).optional(),
};

/** What messages call a setting that must not change when a training goes on, and its value where a record has none. */
interface Kept {
  name?: string;
  missing?: string | number | boolean;
}

const setting = <T extends z.ZodType>(schema: T, kept: Kept): T => schema.meta({ kept });

const configurationFields = {
  /** The program that ran: `train`, or a chapter's file. */
  program: text,
  /** The network's name, for example `ResNet50V2`. */
  model: setting(text, { name: "model" }),
  /** The network's trainable parameters. */
  parameters: setting(count, { name: "number of parameters" }),
  /** The dataset's name. */
  dataset: setting(text, { name: "dataset" }),
  /** Height and width of the resized images, in pixels; of a text there is none. */
  imageSize: setting(count.optional(), { name: "image size" }),
  /** Tokens of a row, where a language model trains on a text. What is said of images in this record then holds for rows. */
  context: setting(atLeastOne.optional(), { name: "tokens of a row" }),
  /** The number of classes in the dataset, or of different tokens. */
  classes: setting(count, { name: "number of classes" }),
  /** Training images of an epoch. */
  trainImages: setting(count, { name: "number of training images" }),
  /** Images that the network is validated on. */
  testImages: count,
  /** Images of one step, over all replicas. */
  globalBatchSize: setting(atLeastOne, { name: "global batch size" }),
  /** Images of one step on one replica; the most if the global batch does not divide evenly. */
  localBatchSize: atLeastOne,
  /** Devices that have images of a batch for themselves: each has a copy of the network, or copies of its parts. */
  replicas: setting(atLeastOne, { name: "number of replicas" }),
  /** The framework that trained, for example `pytorch-ddp`. Default: this engine. */
  framework: text.optional(),
  /** How the work was divided, for example `one-device` or `mirrored`. */
  strategy: setting(text, { name: "strategy" }),
  /** How several replicas add up gradients. */
  collectives: z.enum(["ring", "nccl"]).optional(),
  /** Bytes of a bucket of gradients, with several replicas. */
  bucketBytes: z.number().nonnegative().optional(),
  /** Processes that trained together, one on each node, if the strategy has several. */
  workers: atLeastOne.optional(),
  /** Batches whose gradients each node adds up before one all-reduce and one update; 1 is an all-reduce at each batch. */
  syncEvery: setting(atLeastOne.optional(), { name: "batches of an update", missing: 1 }),
  /** The number format of gradients between nodes: 16 bits halve their bytes. */
  compression: setting(z.enum(["none", "bfloat16", "float16"]).optional(), { name: "compression", missing: "none" }),
  device: z.enum(["cpu", "gpu"]),
  /** The number format of the computation. The `mixed_` ones multiply in 16 bits and keep the weights in 32. */
  precision: setting(z.enum(["float32", "mixed_bfloat16", "mixed_float16"]), { name: "precision" }),
  /** How the devices of a mesh shared the network. */
  sharding: z.object(shardingFields).optional(),
  /** Whether only the input of each block was kept, and the backward pass computed the block again. */
  checkpointActivations: setting(z.boolean().optional(), { missing: false }),
  /** Whether XLA compiled the steps, as with Keras's `jit_compile`. */
  xla: setting(z.boolean().optional(), { name: "compilation by XLA", missing: false }),
  /** The learning rate after the warm-up. */
  learningRate: setting(z.number(), { name: "learning rate" }),
  /** Steps over which the learning rate grows at the start, if it does. */
  warmUpSteps: setting(count.optional(), { name: "steps of warm-up" }),
  /** How the rate goes on: `own` stands for a function of the program. Older records have none. */
  schedule: setting(z.enum(["constant", "cosine", "own"]).optional(), { name: "course of the learning rate" }),
  /** The update, counted from 0, from which on a cosine has its least rate. */
  scheduleSteps: setting(atLeastOne.optional(), { name: "updates until its least rate" }),
  leastRate: setting(z.number().optional(), { name: "least learning rate" }),
  momentum: setting(z.number(), { name: "momentum" }),
  /** Default: SGD. */
  optimizer: setting(z.enum(["sgd", "adamw"]).optional(), { name: "optimizer", missing: "sgd" }),
  /** AdamW's: the share of the gradients' mean that a step keeps. */
  beta1: setting(z.number().optional(), { name: "first beta" }),
  /** AdamW's: the share of the squares' mean that a step keeps. */
  beta2: setting(z.number().optional(), { name: "second beta" }),
  /** AdamW's: what is added to the root of the squares' mean. */
  epsilon: setting(z.number().optional(), { name: "epsilon" }),
  weightDecay: setting(z.number().optional(), { name: "weight decay" }),
  /** The global norm to which gradients are clipped, if they are. */
  clipNorm: setting(z.number().optional(), { name: "clipping" }),
  /** The epochs that were asked for. */
  epochs: count,
  seed: setting(z.number().int(), { name: "seed" }),
  /** How training images were changed at random: a window cut out of the image with a black border, and mirrored or not. */
  augmentation: setting(z.enum(["crop-flip"]).optional(), { name: "augmentation" }),
  /** Where the images are: all on the device, or on the host, which sends each batch. */
  data: z.enum(["device", "host"]),
  /** Batches that the host prepares ahead; 0 if the images are on the device. */
  prefetch: count,
  /** Threads of the host that prepare batches ahead, if a number was chosen; else one. */
  loaders: atLeastOne.optional(),
  /** Seconds that the host was told to wait for each image. */
  secondsPerImage: z.number().optional(),
  /** The name of the preset that the settings come from. */
  preset: text.optional(),
};

/** All settings of a run. */
export interface Configuration extends z.output<z.ZodObject<typeof configurationFields>> {}

/** The number format in which gradients travel: `none` is float32. */
export type GradientFormat = NonNullable<Configuration["compression"]>;

/** What is known of a setting beside its schema. */
const keptOf = (field: keyof Configuration): Kept => {
  const schema: z.ZodType = configurationFields[field];
  return (schema.meta()?.kept as Kept | undefined) ?? {}; // as `setting` wrote it
};

const settings = Object.keys(configurationFields) as (keyof Configuration)[];

/** The settings that must not change when a training goes on, with their names in messages. */
export const keptSettings = settings.flatMap((key) => {
  const { name } = keptOf(key);
  return name === undefined ? [] : [{ key, name }];
});

/** A configuration for comparisons: settings that may be missing in a record have their defaults. */
export const withDefaults = (configuration: Configuration): Configuration => {
  const missing = settings.map((key) => [key, keptOf(key).missing]).filter(([, value]) => value !== undefined);
  return { ...(Object.fromEntries(missing) as Partial<Configuration>), ...configuration };
};

const stepsFields = {
  /** When each step started, in seconds since the run's `startedAt`. */
  start: numbers,
  /** When each step ended, in seconds since the run's `startedAt`. */
  end: numbers,
  /** Seconds that each step waited for its images before it started. */
  wait: numbers,
  /** Images of each batch. */
  images: z.array(count),
  /** Mean loss of each batch, before its update. */
  loss: z.array(measured),
  /** Images (or tokens) of each batch that were classified correctly, before its update. */
  correct: z.array(count),
};

/** The steps of one epoch: six lists of one length, with an entry for each step. */
export interface Steps extends z.output<z.ZodObject<typeof stepsFields>> {}

const epochFields = {
  /** Counted from 1. */
  epoch: atLeastOne,
  /** The epoch's steps. */
  steps: z
    .object(stepsFields)
    .refine((lists) => Object.values(lists).every((list) => list.length === lists.start.length), {
      error: "its lists differ in length",
    }),
  /** Mean training loss over the epoch's images. */
  loss: measured,
  /** Share of the epoch's images (or tokens) that were classified correctly while training, 0 to 1. */
  accuracy: measured,
  /** Loss and accuracy (0 to 1) on the test images after the epoch, and the seconds that this took. */
  validation: z.object({ loss: measured, accuracy: measured, seconds: z.number() }).optional(),
};

/** One epoch of a run. */
export interface Epoch extends z.output<z.ZodObject<typeof epochFields>> {}

/** Older records call both formats `mixed`; the device says which one it was. */
function namePrecision(value: unknown): unknown {
  const older = value as { precision?: unknown; device?: unknown } | null | undefined;
  if (older?.precision !== "mixed") return value;
  return { ...older, precision: older.device === "gpu" ? "mixed_float16" : "mixed_bfloat16" };
}

export const recordFields = {
  schema: z.literal(1),
  /** The run's name, which begins with its start in UTC. */
  id: text.min(1),
  /** How the run ended; `running` until it ends. */
  outcome: z.enum(["running", "completed", "out-of-memory", "failed", "interrupted"]),
  /** Why it failed, in one line. */
  reason: text.optional(),
  /** ISO 8601. */
  startedAt: z.iso.datetime(),
  /** ISO 8601. */
  endedAt: z.iso.datetime().optional(),
  /** The machines, devices and programs of the run. */
  where: z.object(whereFields) as z.ZodType<Where>,
  /** All settings of the run. */
  configuration: z.preprocess(namePrecision, z.object(configurationFields)) as z.ZodType<Configuration>,
  /** Seconds spent on recording the steps and building their graphs, over the whole run. */
  captureSeconds: z.number(),
  /** Seconds from the start to the end of the first step, capture included. */
  timeToFirstStepSeconds: z.number(),
  /** If an epoch was cut short, it is the last one and has the steps that were made. */
  epochs: z.array(z.object(epochFields)),
  /** Peak memory of the process on the host, in bytes. */
  peakMemoryBytes: count,
  /** The most bytes that tensors held at once on each of `where.devices`, on GPUs; first trials of algorithms do not count. */
  devicePeakBytes: z.array(count).optional(),
  /**
   * Bytes that tensors held on each of `where.devices`: variables between steps, and the most during a step. On CPUs they are those of
   * one step, as TensorFlow's allocator reports its blocks of 256 KiB and more; on GPUs the most of all steps.
   */
  deviceMemory: z.object({ atRest: z.array(count), peak: z.array(count) }).optional(),
  /**
   * Bytes that each of `where.devices` sends to others in an update, by the axis of the mesh along which it does. `all` stands for
   * all-reduces of all devices.
   */
  sentBytes: z.record(text, z.array(z.number().nonnegative())).optional(),
  /**
   * GPU samples: utilisation in percent, memory in bytes, and when (seconds since `startedAt`). The memory is what nvidia-smi
   * shows: what the allocator has taken, up to twice `devicePeakBytes`.
   */
  gpu: z.object({ utilisation: numbers, memoryBytes: numbers, at: numbers }).optional(),
  /**
   * What one device of the run reached at most before the training, in float32: operations a second in a matrix product, and
   * bytes a second that it read and wrote in an update of a large vector.
   */
  ceiling: z.object({ operationsPerSecond: z.number().positive(), bytesPerSecond: z.number().positive() }).optional(),
  /** Model FLOPs utilization: three times the forward pass's operations, as a share of what all devices reach at most. */
  mfu: z
    .object({ share: z.number().nonnegative(), operationsPerSecond: z.number().positive(), isMeasured: z.boolean() })
    .optional(),
  /** A global batch size that should fit, if this one did not. */
  suggestedBatchSize: atLeastOne.optional(),
  /** A digest of the trained weights in a process of another framework; all processes of a run should have the same. */
  weightsDigest: text.optional(),
  /** Where the run was resumed from checkpoints: the epoch (from 1) and the steps done in it. */
  resumedFrom: z.array(z.object({ epoch: atLeastOne, step: count })).optional(),
};

/**
 * One run of a training program. All tables and figures derive from it.
 * Times are in seconds since `startedAt` unless their name or description says otherwise.
 */
export interface RunRecord extends z.output<z.ZodObject<typeof recordFields>> {}

/** How a run ended. */
export type Outcome = RunRecord["outcome"];
