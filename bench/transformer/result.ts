import { z } from "zod";
import { measuredFields } from "../turns/by-precision";
import { headSchema } from "../turns/result";

/** The raw results of `bench transformer`, from which every figure of its table follows. */
export const resultSchema = headSchema.extend({
  settings: z.object({
    model: z.string(),
    vocabulary: z.number(),
    context: z.number(),
    layers: z.number(),
    heads: z.number(),
    width: z.number(),
    batchSize: z.number(),
    rounds: z.number(),
    steps: z.number(),
  }),
  ...measuredFields,
});

export type TransformerResult = z.infer<typeof resultSchema>;
