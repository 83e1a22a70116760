import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";

const roundSchema = z.object({
  /** Seconds of each step, in order. */
  seconds: z.array(z.number().positive()).min(1),
  loss: z.number().nullable(),
  /** Processor time that its process used in these steps, in seconds of one core: hardly disturbed by others. */
  processorSeconds: z.number(),
});

const contenderSchema = z.object({
  name: z.string(),
  peer: z.string(),
  precision: z.enum(["float32", "bfloat16"]),
  does: z.string().optional(),
  versions: z.record(z.string(), z.string()).optional(),
  /** From the start of its process to the end of its first training step. */
  secondsToFirstStep: z.number().optional(),
  /** From the call that trains (`model.fit`) to the end of the first step. */
  firstStepSeconds: z.number().optional(),
  /** The most memory that its process held, from its start. */
  peakMemoryBytes: z.number().optional(),
  /** Processor seconds that it used while others computed: near 0, or it disturbed them. */
  idleProcessorSeconds: z.number().optional(),
  rounds: z.array(roundSchema),
  /** Why it has no rounds, or no more. */
  failed: z.string().optional(),
});

/** The raw results of `bench one-device`, from which every figure of its table follows. */
export const resultSchema = z.object({
  schema: z.literal(1),
  startedAt: z.string(),
  endedAt: z.string(),
  machine: z.object({ processor: z.string(), cores: z.number(), memoryBytes: z.number(), node: z.string() }),
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

/** Writes a result, whole or not at all. */
export async function writeResult(file: string, result: BenchResult): Promise<void> {
  const { default: writeFileAtomic } = await import("write-file-atomic");
  await mkdir(dirname(file), { recursive: true });
  await writeFileAtomic(file, `${JSON.stringify(resultSchema.parse(result), null, 1)}\n`);
}
