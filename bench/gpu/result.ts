import { z } from "zod";
import { headSchema } from "../turns/result";

/** The values of `--precision`. On GPUs, products in float32 may be rounded to TensorFloat-32, as each program allows here. */
export const precisions = ["float32", "float16", "bfloat16"] as const;
export type GpuPrecision = (typeof precisions)[number];

const rowSchema = z.object({
  /** As `--workloads` names it: `gpt-10m:64`. */
  workload: z.string(),
  contender: z.string(),
  precision: z.enum(precisions),
  /** Of each round: images a second, or tokens. */
  perSecond: z.array(z.number().positive()),
  /** From the call that trains to the end of its first step, with everything that is tried or compiled. */
  firstStepSeconds: z.number().optional(),
  /** The most bytes that tensors held on the GPU; without one, those of the process. */
  peakBytes: z.number().optional(),
  /** Model FLOPs utilization, 0 to 1, where the peak is known in this precision. */
  mfu: z.number().optional(),
  /** Of an image or a token, by the GPU's power draw while it was measured. */
  joules: z.number().optional(),
  does: z.string().optional(),
  versions: z.record(z.string(), z.string()).optional(),
  /** Why there is no figure. */
  failed: z.string().optional(),
});

/** The raw results of `bench gpu`. */
export const resultSchema = headSchema.extend({
  /** As its driver describes it; none with `--quick` where there is none. */
  gpu: z.object({ name: z.string(), memoryBytes: z.number(), driver: z.string() }).optional(),
  settings: z.object({ rounds: z.number(), steps: z.number(), imageSize: z.number(), quick: z.boolean() }),
  rows: z.array(rowSchema),
});

export type GpuRow = z.infer<typeof rowSchema>;
export type GpuResult = z.infer<typeof resultSchema>;
