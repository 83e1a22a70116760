import { z } from "zod";

/** What every worker's plan may say. */
export interface WorkerPlan {
  /** Steps before the worker says that it is ready: the first, and some in which memory and caches settle. Default 3. */
  warmUpSteps?: number;
}

/** What a worker that trains is told when it starts, as JSON in its only argument. */
export interface Plan extends WorkerPlan {
  /** File of `imageCount` images of 32x32x3 bytes, and after them one byte a label. */
  imageFile: string;
  imageCount: number;
  /** Height and width that the worker resizes images to. */
  imageSize: number;
  batchSize: number;
  classes: number;
  learningRate: number;
  precision: Precision;
  /** Replicas, each on a logical device of its own, under MirroredStrategy. Without it: one device and no such strategy. */
  devices?: number;
  /** Size of the buckets in which our replicas add up gradients. Without it: as the strategy chooses. */
  bucketMegabytes?: number;
  /** Default `resnet50v2`. */
  model?: string;
  /**
   * Where each task may listen, as `host:port`: under MultiWorkerMirroredStrategy, one replica a task, and the
   * batch size is each task's own. Without it, a task trains alone.
   */
  addresses?: string[];
  /** Batches between two updates of the weights. Default 1. */
  syncEvery?: number;
}

/** What a worker that moves bytes between nodes is told: a step moves what an all-reduce of so many bytes has to. */
export interface TransferPlan extends WorkerPlan {
  /** Where each task may listen, as `host:port`; the task's own number is Slurm's. */
  addresses: string[];
  /** Bytes of all tensors together: 4 for each number. */
  bytes: number;
  /** Whose gradients they are, each a tensor of its own. Without it: one tensor. */
  model?: string;
  /** As in {@link Plan}. */
  bucketMegabytes?: number;
}

export type Precision = "float32" | "bfloat16";

/** Sizes of the images in {@link Plan.imageFile}, those of CIFAR-10. */
export const imageShape: [number, number, number] = [32, 32, 3];

/** What the driver asks of a worker, one JSON line each; the end of the worker's input asks it to end. */
export interface Request {
  steps: number;
}

/** What a worker tells the driver, one JSON line each. */
export const replySchema = z.discriminatedUnion("event", [
  /** Its first training step is done, so many seconds after training was asked for (`model.fit` called). */
  z.object({ event: z.literal("first-step"), seconds: z.number() }),
  /** It has warmed up. `does` says in one line what it trains and how, `versions` with what. */
  z.object({ event: z.literal("ready"), does: z.string(), versions: z.record(z.string(), z.string()) }),
  /** A request is done: seconds of each step, the last step's loss, most memory of the process so far. */
  z.object({
    event: z.literal("round"),
    seconds: z.array(z.number()),
    loss: z.number().nullable(),
    peakMemoryBytes: z.number(),
    /** Processor time of the process in these steps, in seconds of one core: hardly disturbed by others. */
    processorSeconds: z.number(),
    /** The same since the request before, while others had their turns; 0 at the first request. */
    idleProcessorSeconds: z.number(),
  }),
]);

export type Reply = z.infer<typeof replySchema>;
export type Round = Extract<Reply, { event: "round" }>;

/** The round of a team that trains together, one reply a task: a step is over when the slowest has done it. */
export function roundOfTeam(rounds: readonly Round[]): Round {
  const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
  return {
    event: "round",
    seconds: rounds[0].seconds.map((_, step) => Math.max(...rounds.map(({ seconds }) => seconds[step]))),
    loss: rounds[0].loss,
    peakMemoryBytes: Math.max(...rounds.map(({ peakMemoryBytes }) => peakMemoryBytes)),
    processorSeconds: sum(rounds.map(({ processorSeconds }) => processorSeconds)),
    idleProcessorSeconds: sum(rounds.map(({ idleProcessorSeconds }) => idleProcessorSeconds)),
  };
}
