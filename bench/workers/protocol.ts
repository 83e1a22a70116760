import { sum } from "simple-statistics";
import { z } from "zod";

/** The part of a plan that every worker understands. */
export interface WorkerPlan {
  /** The number of steps before the worker is ready: the first, and some in which memory and caches settle. Default 3. */
  warmUpSteps?: number;
  /** Of Python peers: the device, on which all data lie from the start. Default: the processor, and data are fed batch by batch. */
  device?: "cpu" | "gpu";
}

/** The plan of a worker that trains. It is the worker's only argument, as JSON. */
export interface Plan extends WorkerPlan {
  /** A file of `imageCount` images of 32x32x3 bytes, followed by a byte for each label. */
  imageFile: string;
  imageCount: number;
  /** Height and width that the worker resizes images to. */
  imageSize: number;
  batchSize: number;
  classes: number;
  learningRate: number;
  precision: Precision;
  /** The number of logical devices under MirroredStrategy. Default: one device without that strategy. */
  devices?: number;
  /** The size of the buckets in which our replicas add up gradients. Default: the strategy chooses. */
  bucketMegabytes?: number;
  /** Default `resnet50v2`. */
  model?: string;
  /**
   * The address on which each task may listen, as `host:port`, under MultiWorkerMirroredStrategy. Each task has one replica,
   * and the batch size is that of one task. Default: a task trains alone.
   */
  addresses?: string[];
  /** Batches between two updates of the weights. Default 1. */
  syncEvery?: number;
}

/** The plan of a worker that trains a GPT with AdamW. Matrices decay, biases and the scales of normalizations do not. */
export interface GptPlan extends WorkerPlan {
  /** A file of rows of `context` + 1 bytes: tokens from 0 to `vocabulary` - 1. Each token's target is the one behind it. */
  tokenFile: string;
  rows: number;
  vocabulary: number;
  context: number;
  layers: number;
  heads: number;
  width: number;
  /** Rows of one step. */
  batchSize: number;
  learningRate: number;
  weightDecay: number;
  precision: Precision;
}

/** What devices do together with tensors. A ring all-reduce is a reduce-scatter, and an all-gather behind it. */
export const collectives = ["all-reduce", "all-gather", "reduce-scatter"] as const;
export type Collective = (typeof collectives)[number];

/** The bytes that each of `nodes` must send in a collective: of tensors with so many bytes, of which it has all or a part. */
export const bytesToSend = (collective: Collective, bytes: number, nodes: number): number =>
  Math.round(((collective === "all-reduce" ? 2 : 1) * (nodes - 1) * bytes) / nodes);

/** The plan of a worker that moves bytes between nodes. A step moves as many bytes as a collective must. */
export interface TransferPlan extends WorkerPlan {
  collective: Collective;
  /** The address on which each task may listen, as `host:port`; Slurm numbers the tasks. */
  addresses: string[];
  /** The bytes of all tensors together, 4 for each number. */
  bytes: number;
  /** The tensors are this model's gradients. Default: a single tensor. */
  model?: string;
  /** As in {@link Plan}. */
  bucketMegabytes?: number;
}

export type Precision = "float32" | "bfloat16";

/** The shape of the images in {@link Plan.imageFile}, that of CIFAR-10's images. */
export const imageShape: [number, number, number] = [32, 32, 3];

/** A request of the driver to a worker, as a line of JSON. The end of its input asks the worker to end. */
export interface Request {
  steps: number;
}

/** A worker's message to the driver, as a line of JSON. */
export const replySchema = z.discriminatedUnion("event", [
  /** The first training step is done, so many seconds after the call that trains (`model.fit`). */
  z.object({ event: z.literal("first-step"), seconds: z.number() }),
  /** The worker has warmed up. `does` describes in one line what it trains and how. */
  z.object({ event: z.literal("ready"), does: z.string(), versions: z.record(z.string(), z.string()) }),
  /** A request is done: the seconds of each step, the last step's loss, and the process's peak memory so far. */
  z.object({
    event: z.literal("round"),
    seconds: z.array(z.number()),
    loss: z.number().nullable(),
    peakMemoryBytes: z.number(),
    /** The most bytes that tensors held on the GPU, where it trained on one. */
    devicePeakBytes: z.number().nullish(),
    /** Processor time of the process in these steps, in seconds of one core; other processes hardly disturb it. */
    processorSeconds: z.number(),
    /** The same between the request before and this one, while others had their turns; 0 at the first request. */
    idleProcessorSeconds: z.number(),
  }),
]);

export type Reply = z.infer<typeof replySchema>;
export type Round = Extract<Reply, { event: "round" }>;

/** Merges the rounds of the tasks that train together: a step is over when the slowest task has done it. */
export function roundOfTeam(rounds: readonly Round[]): Round {
  return {
    event: "round",
    seconds: rounds[0].seconds.map((_, step) => Math.max(...rounds.map(({ seconds }) => seconds[step]))),
    loss: rounds[0].loss,
    peakMemoryBytes: Math.max(...rounds.map(({ peakMemoryBytes }) => peakMemoryBytes)),
    processorSeconds: sum(rounds.map(({ processorSeconds }) => processorSeconds)),
    idleProcessorSeconds: sum(rounds.map(({ idleProcessorSeconds }) => idleProcessorSeconds)),
  };
}
