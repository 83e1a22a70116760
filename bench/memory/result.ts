import { z } from "zod";
import { headSchema } from "../turns/result";

const measuredSchema = z.object({
  parameters: z.number(),
  /** Bytes of all devices together: between steps, and the most during one. */
  atRest: z.number(),
  peak: z.number(),
  /** The most bytes of one device during a step: of the one that has the most. */
  peakOfDevice: z.number(),
});

export type Measured = z.infer<typeof measuredSchema>;

const largestSchema = measuredSchema.extend({ name: z.string(), devices: z.number(), layers: z.number() });

/** A model that fits, with one layer more than which it does not. */
export type Largest = z.infer<typeof largestSchema>;

/** The raw results of `bench memory`. */
export const resultSchema = headSchema.extend({
  settings: z.object({
    bytesOfDevice: z.number(),
    width: z.number(),
    heads: z.number(),
    context: z.number(),
    vocabulary: z.number(),
    rows: z.number(),
  }),
  largest: z.array(largestSchema),
});

export type MemoryResult = z.infer<typeof resultSchema>;
