import { z } from "zod";
import type { Output } from "../../notebooks/notebook";
import type { CellResult, EndKind } from "./outcome";

const texts = z.record(z.string(), z.unknown());
const outputs: z.ZodType<Output[]> = z.array(
  z.discriminatedUnion("output_type", [
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
      traceback: z.array(z.string()),
    }),
  ]),
);

const index = z.number().int().nonnegative();
const line = z.union([
  z.strictObject({ start: index }),
  z.strictObject({ cell: index, status: z.enum(["ok", "error", "time", "died"]), outputs, cut: z.boolean() }),
  z.strictObject({
    end: z.enum(["finished", "time", "memory", "output", "kernel", "failed"]),
    detail: z.string().max(1000),
  }),
]);

/** How the program in the sandbox says it ended. */
export interface SaidEnd {
  kind: EndKind;
  detail: string;
}

/** Makes results of the lines that come out of the sandbox. Cells come in their order, each once; what does not fit is refused. */
export class Report {
  readonly cells: CellResult[] = [];
  /** The cell that runs now. */
  running: number | undefined;
  end: SaidEnd | undefined;

  /** @param expected indices of the cells that were to be run */
  constructor(private readonly expected: readonly number[]) {}

  /** @throws when a line is none that the program in the sandbox writes */
  take(text: string): void {
    const said = line.parse(JSON.parse(text));
    if (this.end) throw new Error("a line after the end");
    if ("end" in said) {
      if (said.end === "finished" && this.cells.length < this.expected.length) throw new Error("an early end");
      this.end = { kind: said.end, detail: said.detail };
      return;
    }
    const cell = "start" in said ? said.start : said.cell;
    if (cell !== this.expected[this.cells.length]) throw new Error("a cell out of turn");
    if ("start" in said) {
      this.running = cell;
      return;
    }
    this.cells.push(said);
    this.running = undefined;
  }
}
