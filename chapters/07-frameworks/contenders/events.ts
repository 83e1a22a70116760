import { z } from "zod";

const numbers = z.array(z.number());
// Python writes NaN, which JSON does not have: a line that has it is mended before it is read.
const measured = z
  .number()
  .nullable()
  .transform((value) => value ?? NaN);

/** What a contender's program reports of its own process, a line of JSON for each event. Times are in seconds since 1970. */
const eventSchema = z.discriminatedUnion("event", [
  z.object({ event: z.literal("begin"), versions: z.record(z.string(), z.string()), tuned: z.array(z.string()) }),
  z.object({ event: z.literal("first step"), at: z.number() }),
  z.object({
    event: z.literal("epoch"),
    epoch: z.number().int().positive(),
    start: numbers,
    end: numbers,
    wait: numbers,
    loss: z.array(measured),
    correct: z.array(measured),
    /** Sums over the process's test images, and the seconds that testing took. */
    tested: z.object({ loss: measured, correct: measured, seconds: z.number() }),
  }),
  z.object({
    event: z.literal("end"),
    weights: z.string(),
    parameters: z.number().int(),
    peakMemoryBytes: z.number().int(),
  }),
]);

export type ProgramEvent = z.infer<typeof eventSchema>;

/** Reads an event. @throws one line when the program wrote something else. */
export function eventOf(line: string): ProgramEvent {
  try {
    return eventSchema.parse(JSON.parse(line.replace(/-?\b(?:NaN|Infinity)\b/g, "null")));
  } catch {
    throw new Error(`The framework's program reported what is no event: ${line.slice(0, 200)}`);
  }
}
