import { z } from "zod";
import type { CellReport, EndKind } from "./outcome";

const index = z.number().int().nonnegative();
const line = z.union([
  z.strictObject({ start: index }),
  z.strictObject({ cell: index, status: z.enum(["ok", "error", "time", "died"]), cut: z.boolean() }),
  z.strictObject({
    end: z.enum(["finished", "time", "memory", "output", "kernel", "failed"]),
    detail: z.string().max(1000),
  }),
]);

/** The most characters of a line without outputs. */
const mostCharacters = 8_000;

/** The end that the program in the sandbox reports. */
interface ReportedEnd {
  kind: EndKind;
  detail: string;
}

/**
 * Collects the lines that leave the sandbox. Cells must come in order, each once. Outputs stay text, because they may have
 * millions of parts and parsing them would delay the watch over the sandbox.
 */
export class Report {
  readonly cells: CellReport[] = [];
  /** The cell that is running. */
  running: number | undefined;
  end: ReportedEnd | undefined;
  private ended: Omit<CellReport, "outputs"> | undefined;

  /** @param expected indices of the cells to run */
  constructor(private readonly expected: readonly number[]) {}

  /** @throws if the program in the sandbox cannot have written this line */
  take(text: string): void {
    if (this.ended) {
      this.cells.push({ ...this.ended, outputs: text });
      this.ended = this.running = undefined;
      return;
    }
    if (text.length > mostCharacters) throw new Error("a line that is too long");
    const message = line.parse(JSON.parse(text));
    if (this.end) throw new Error("a line after the end");
    if ("end" in message) {
      if (message.end === "finished" && this.cells.length < this.expected.length) throw new Error("an early end");
      this.end = { kind: message.end, detail: message.detail };
      return;
    }
    const cell = "start" in message ? message.start : message.cell;
    if (cell !== this.expected[this.cells.length]) throw new Error("a cell out of turn");
    if ("start" in message) {
      if (this.running !== undefined) throw new Error("a cell that has started");
      this.running = cell;
    } else this.ended = message;
  }
}
