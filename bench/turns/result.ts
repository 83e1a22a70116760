import os from "node:os";
import { dirname } from "node:path";
import { z } from "zod";
import { writeWhole } from "../../lib/system/atomic";
import { makeFolders } from "../../lib/system/folders";
import { machineMemory } from "../../lib/system/memory";

const roundSchema = z.object({
  /** Seconds of each step, in order. */
  seconds: z.array(z.number().positive()).min(1),
  loss: z.number().nullable(),
  /** Processor time of the contender's process in these steps, in seconds of one core; other processes hardly disturb it. */
  processorSeconds: z.number(),
});

/** The measurements of one contender. */
export const turnsSchema = z.object({
  name: z.string(),
  does: z.string().optional(),
  versions: z.record(z.string(), z.string()).optional(),
  /** From the start of its process to the end of its first training step. */
  secondsToFirstStep: z.number().optional(),
  /** From the call that trains (`model.fit`) to the end of the first step. */
  firstStepSeconds: z.number().optional(),
  /** The process's peak memory. */
  peakMemoryBytes: z.number().optional(),
  /** Processor seconds that it used while others computed. If this is not near 0, it disturbed them. */
  idleProcessorSeconds: z.number().optional(),
  rounds: z.array(roundSchema),
  /** Why it failed, if it did. */
  failed: z.string().optional(),
});

export type Turns = z.infer<typeof turnsSchema>;

const machineSchema = z.object({
  processor: z.string(),
  cores: z.number(),
  memoryBytes: z.number(),
  node: z.string(),
});

/** The fields with which every benchmark's result begins. */
export const headSchema = z.object({
  schema: z.literal(1),
  startedAt: z.string(),
  endedAt: z.string(),
  machine: machineSchema,
});

/** The head of a result that ends now. */
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

/** Writes a result, as a whole or not at all. */
export async function writeResult<T>(file: string, schema: z.ZodType<T>, result: T): Promise<void> {
  makeFolders(dirname(file));
  await writeWhole(file, `${JSON.stringify(schema.parse(result), null, 1)}\n`);
}

/** Prints a benchmark's table, and sets the exit status if a contender failed. */
export function printResult(table: string, file: string, contenders: readonly Pick<Turns, "failed">[]): void {
  console.log(`${table}\n\nRaw results: ${file}`);
  if (contenders.some(({ failed }) => failed !== undefined)) process.exitCode = 1;
}
