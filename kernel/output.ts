import { AsyncLocalStorage } from "node:async_hooks";
import type { Connection } from "./connection";
import type { Message } from "./message";

/** Data of one output in several formats, by MIME type. */
export interface MimeBundle {
  data: Record<string, unknown>;
  metadata?: Record<string, unknown>;
  transient?: { display_id?: string };
}

/** A program prints many short pieces: they travel together, this often. */
const flushEveryMilliseconds = 50;

/** What one cell prints and shows. */
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

  /** Publishes a message of this cell, after what it printed before. */
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

/** Knows which cell a piece of output belongs to: the one whose code, or whose timers and promises, made it. */
export class Outputs {
  private readonly cells = new AsyncLocalStorage<CellOutput>();
  private latest: CellOutput | undefined;

  /** Runs a cell's code; what it prints now or later goes to `cell`. */
  during<T>(cell: CellOutput, run: () => T): T {
    this.latest = cell;
    return this.cells.run(cell, run);
  }

  /** The cell that the running code belongs to, or else the one that began last; before the first cell there is none. */
  current(): CellOutput | undefined {
    return this.cells.getStore() ?? this.latest;
  }

  /** Sends what is written to the process's stdout and stderr to the cell that wrote it. */
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
