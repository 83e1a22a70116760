import { z } from "zod";
import { headSchema, turnsSchema } from "../turns/result";

const roundSchema = z.object({
  /**
   * Seconds of a step. A framework has a number for each epoch after the first: the time from the start of the epoch's first step to
   * the end of its last, divided by its steps. The wire has one for each step.
   */
  seconds: z.array(z.number().positive()).min(1),
  /** From the start of the run's processes (of its job) to the end of the first step. */
  secondsToFirstStep: z.number().optional(),
  /** The chief's, of its framework's process. */
  peakMemoryBytes: z.number().optional(),
  /** Of the mean node in the mean step: all that the nodes sent in the run, its start included, by nodes and steps. */
  sentBytes: z.number().optional(),
});

export type Round = z.infer<typeof roundSchema>;

const contenderSchema = turnsSchema.pick({ name: true, does: true, versions: true, failed: true }).extend({
  peer: z.enum(["ours", "other", "wire"]),
  rounds: z.array(roundSchema),
});

export type FrameworkContender = z.infer<typeof contenderSchema>;

/** Contenders that took turns on as many nodes. */
const groupSchema = z.object({
  /** One process each; 1 is this machine without a cluster. */
  nodes: z.number(),
  /** Images of one process in one step. */
  batchSize: z.number(),
  contenders: z.array(contenderSchema),
});

export type FrameworksGroup = z.infer<typeof groupSchema>;

/** The raw results of `bench frameworks`. */
export const resultSchema = headSchema.extend({
  settings: z.object({
    model: z.string(),
    rounds: z.number(),
    /** Of each run; the first one is not measured. */
    epochs: z.number(),
    /** Steps of an epoch. */
    steps: z.number(),
    /** Of each node's link, in each direction. */
    rate: z.string(),
    /** Of all gradients. */
    gradientBytes: z.number(),
  }),
  groups: z.array(groupSchema),
});

export type FrameworksResult = z.infer<typeof resultSchema>;
