import { z } from "zod";
import { headSchema, turnsSchema } from "../turns/result";
import { collectives } from "../workers/protocol";

const contenderSchema = turnsSchema.extend({
  /** Contenders of one group took turns and are compared with each other: `resnet50, 2 nodes, 1gbit`. */
  group: z.string(),
  /** Whether the group compares an all-reduce, its ways for one size, its two halves, a training step, or training on a slow network. */
  part: z.enum(["all-reduce", "sizes", "halves", "step", "slow"]),
  peer: z.enum(["wire", "mpi", "ours", "before", "keras"]),
  /** A step moves bytes, or trains without the other nodes, with them, or with them every few batches. */
  way: z.enum([...collectives, "alone", "sync", "accumulate"]),
  nodes: z.number(),
  /** The rate of each node's link, in each direction, packet headers included: `1gbit`. */
  rate: z.string(),
  /** The bytes of all gradients. */
  bytes: z.number(),
  model: z.string().optional(),
  /** Batches between two all-reduces. */
  syncEvery: z.number(),
});

/** The raw results of `bench many-nodes`, from which every figure of its tables follows. */
export const resultSchema = headSchema.extend({
  settings: z.object({
    /** Images of one node in one step. */
    batchSize: z.number(),
    imageSize: z.number(),
    classes: z.number(),
    rounds: z.number(),
    /** Steps of one turn. */
    steps: z.number(),
  }),
  contenders: z.array(contenderSchema),
});

export type NodesResult = z.infer<typeof resultSchema>;
export type NodesContender = z.infer<typeof contenderSchema>;
