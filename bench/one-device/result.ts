import { z } from "zod";
import { measuredFields } from "../turns/by-precision";
import { headSchema } from "../turns/result";

/** The raw results of `bench one-device`, from which every figure of its table follows. */
export const resultSchema = headSchema.extend({
  settings: z.object({
    imageSize: z.number(),
    batchSize: z.number(),
    classes: z.number(),
    rounds: z.number(),
    steps: z.number(),
  }),
  ...measuredFields,
});

export type BenchResult = z.infer<typeof resultSchema>;
