import { z } from "zod";
import type { Output } from "../../notebooks/notebook";
import type { CellReport, CellResult } from "./outcome";

const texts = z.record(z.string(), z.unknown());
const output = z.discriminatedUnion("output_type", [
  z.object({ output_type: z.literal("stream"), name: z.enum(["stdout", "stderr"]), text: z.string() }),
  z.object({ output_type: z.literal("display_data"), data: texts, metadata: texts }),
  z.object({
    output_type: z.literal("execute_result"),
    data: texts,
    metadata: texts,
    execution_count: z.number().int().nullable(),
  }),
  z.object({
    output_type: z.literal("error"),
    ename: z.string(),
    evalue: z.string(),
    traceback: z.array(z.unknown()).max(1_000).pipe(z.array(z.string())),
  }),
]);
/** The program in the sandbox accepts 20,000 messages from a cell. */
const outputs = z.array(z.unknown()).max(40_000).pipe(z.array(output));

/**
 * Parses the outputs of cells as they left the sandbox. They may be anything up to the limit of bytes, and parsing may take
 * gigabytes and seconds, so call this where nobody else waits. Text that is not a list of outputs becomes an empty list.
 */
export const readOutputs = (reports: readonly CellReport[]): CellResult[] =>
  reports.map(({ outputs: text, ...cell }) => {
    const parsed = outputsIn(text);
    return parsed ? { ...cell, outputs: parsed } : { ...cell, outputs: [], cut: true };
  });

function outputsIn(text: string): Output[] | undefined {
  try {
    return outputs.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
