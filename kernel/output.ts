import { AsyncLocalStorage } from "node:async_hooks";
import type { Connection } from "./connection";
import type { Message } from "./message";

/** Data of one output in several formats, by MIME type. */
export interface MimeBundle {
  data: Record<string, unknown>;
  metadata?: Record<string, unknown>;
  transient?: { display_id?: string };
}

/** Programs print in many short pieces, which are collected and sent together this often. */
const flushEveryMilliseconds = 50;

/** The output of one cell. */
export class CellOutput {
  private pending: { name: "stdout" | "stderr"; text: string[] }[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly request: Message,
  ) {}

  print(name: "stdout" | "stderr", text: string): void {
    const last = this.pending.at(-1);
    if (last?.name === name) last.text.push(text);
    else this.pending.push({ name, text: [text] });
    this.timer ??= setTimeout(() => {
      this.flush();
    }, flushEveryMilliseconds);
  }

  display(bundle: MimeBundle, update = false): void {
    this.publish(update ? "update_display_data" : "display_data", { metadata: {}, transient: {}, ...bundle });
  }

  /** Publishes a message of this cell, after the text that it printed before. */
  publish(type: string, content: Record<string, unknown>): void {
    this.flush();
    this.connection.publish(this.request, type, content);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const printed = this.pending;
    this.pending = [];
    for (const { name, text } of printed)
      this.connection.publish(this.request, "stream", { name, text: text.join("") });
  }
}

/** Assigns output to cells: it belongs to the cell whose code, timers or promises produced it. */
export class Outputs {
  private readonly cells = new AsyncLocalStorage<CellOutput>();
  private latest: CellOutput | undefined;

  /** Runs a cell's code, and assigns to `cell` whatever it prints now or later. */
  during<T>(cell: CellOutput, run: () => T): T {
    this.latest = cell;
    return this.cells.run(cell, run);
  }

  /** The cell of the running code, or else the cell that began last; undefined before the first cell. */
  current(): CellOutput | undefined {
    return this.cells.getStore() ?? this.latest;
  }

  /** Sends everything written to the process's stdout and stderr to the cell that wrote it. */
  captureStreams(): void {
    for (const name of ["stdout", "stderr"] as const) {
      const stream = process[name];
      const write = stream.write.bind(stream);
      type Done = (error?: Error | null) => void;
      stream.write = (chunk: Uint8Array | string, encoding?: BufferEncoding | Done, done?: Done): boolean => {
        const cell = this.current();
        if (cell === undefined) return write(chunk);
        cell.print(name, typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"));
        (typeof encoding === "function" ? encoding : done)?.();
        return true;
      };
    }
  }
}
