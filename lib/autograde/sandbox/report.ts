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

/** The most characters of a line that holds no outputs. */
const mostCharacters = 8_000;

/** How the program in the sandbox says it ended. */
export interface SaidEnd {
  kind: EndKind;
  detail: string;
}

/**
 * Takes the lines that come out of the sandbox. Cells come in their order, each once; what does not fit is refused. Outputs, which
 * may be millions of parts, stay text: whoever watches the sandbox has no time to lose.
 */
export class Report {
  readonly cells: CellReport[] = [];
  /** The cell that runs now. */
  running: number | undefined;
  end: SaidEnd | undefined;
  private ended: Omit<CellReport, "outputs"> | undefined;

  /** @param expected indices of the cells that were to be run */
  constructor(private readonly expected: readonly number[]) {}

  /** @throws when a line is none that the program in the sandbox writes */
  take(text: string): void {
    if (this.ended) {
      this.cells.push({ ...this.ended, outputs: text });
      this.ended = this.running = undefined;
      return;
    }
    if (text.length > mostCharacters) throw new Error("a line that is too long");
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
      if (this.running !== undefined) throw new Error("a cell that has started");
      this.running = cell;
    } else this.ended = said;
  }
}
