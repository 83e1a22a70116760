import { z } from "zod";
import { headSchema, turnsSchema } from "../turns/result";

const contenderSchema = turnsSchema.extend({
  peer: z.string(),
  precision: z.enum(["float32", "bfloat16"]),
});

/** The raw results of `bench one-device`, from which every figure of its table follows. */
export const resultSchema = headSchema.extend({
  settings: z.object({
    imageSize: z.number(),
    batchSize: z.number(),
    classes: z.number(),
    rounds: z.number(),
    steps: z.number(),
  }),
  /** Floating-point operations of one step. */
  stepOperations: z.number(),
  /** Floating-point operations of one step of the contender `matmul`. */
  matmulOperations: z.number(),
  contenders: z.array(contenderSchema),
});

export type BenchResult = z.infer<typeof resultSchema>;
export type ContenderResult = z.infer<typeof contenderSchema>;
