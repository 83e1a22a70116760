import { z } from "zod";

/** What a worker is told when it starts, as JSON in its only argument. */
export interface Plan {
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
  }),
]);

export type Reply = z.infer<typeof replySchema>;
export type Round = Extract<Reply, { event: "round" }>;
