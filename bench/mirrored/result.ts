import { z } from "zod";
import { headSchema, turnsSchema } from "../turns/result";

const contenderSchema = turnsSchema.extend({
  /** Contenders of one group took turns and are compared with each other: `batch 16, 2 devices`. */
  group: z.string(),
  /** Whether the group compares strategies or sizes of buckets. */
  part: z.enum(["devices", "buckets"]),
  peer: z.enum(["ours", "before", "keras"]),
  /** Images of one step, over all devices. */
  batchSize: z.number(),
  devices: z.number(),
  strategy: z.enum(["one-device", "mirrored"]),
});

/** The raw results of `bench mirrored`, from which every figure of its tables follows. */
export const resultSchema = headSchema.extend({
  settings: z.object({
    imageSize: z.number(),
    classes: z.number(),
    rounds: z.number(),
    /** Steps of one turn at each global batch. */
    batches: z.array(z.object({ batchSize: z.number(), steps: z.number() })),
  }),
  contenders: z.array(contenderSchema),
});

export type MirroredResult = z.infer<typeof resultSchema>;
export type MirroredContender = z.infer<typeof contenderSchema>;
