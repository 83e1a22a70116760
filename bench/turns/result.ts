import { mkdir } from "node:fs/promises";
import os from "node:os";
import { dirname } from "node:path";
import { z } from "zod";
import { writeWhole } from "../../lib/system";
import { machineMemory } from "../../lib/system/memory";

const roundSchema = z.object({
  /** Seconds of each step, in order. */
  seconds: z.array(z.number().positive()).min(1),
  loss: z.number().nullable(),
  /** Processor time that its process used in these steps, in seconds of one core: hardly disturbed by others. */
  processorSeconds: z.number(),
});

/** What is known of one contender after it took its turns. */
export const turnsSchema = z.object({
  name: z.string(),
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

export type Turns = z.infer<typeof turnsSchema>;

const machineSchema = z.object({
  processor: z.string(),
  cores: z.number(),
  memoryBytes: z.number(),
  node: z.string(),
});

/** What every benchmark's result begins with. */
export const headSchema = z.object({
  schema: z.literal(1),
  startedAt: z.string(),
  endedAt: z.string(),
  machine: machineSchema,
});

/** The head of a result that is complete now. */
export function head(startedAt: Date): z.infer<typeof headSchema> {
  return {
    schema: 1,
    startedAt: startedAt.toISOString(),
    endedAt: new Date().toISOString(),
    machine: {
      processor: os.cpus().at(0)?.model.trim() ?? "unknown",
      cores: os.availableParallelism(),
      memoryBytes: machineMemory(),
      node: process.versions.node,
    },
  };
}

/** Writes a result, whole or not at all. */
export async function writeResult<T>(file: string, schema: z.ZodType<T>, result: T): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeWhole(file, `${JSON.stringify(schema.parse(result), null, 1)}\n`);
}
