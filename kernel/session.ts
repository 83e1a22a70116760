import { inspect } from "node:util";
import { createAssistance, isOfPath } from "./assistance";
import { CellLines } from "./cell-lines";
import { thrownError, typeError, type CellError, type TypeFinding } from "./cell-error";
import { loadTslab, mendConverter } from "./compiler";
import { describe } from "./description";
import type { CellOutput, MimeBundle, Outputs } from "./output";
import { importsOf, valuesOf } from "./unmade";
import type { Converter } from "tslab/dist/converter";
import type { Executor } from "tslab/dist/executor";

/** A value that can show itself. The methods have the names that IPython uses. */
interface Showable {
  _repr_mimebundle_?: () => MimeBundle;
  _repr_html_?: () => string;
}

/** The notebook's TypeScript session: its variables, its compiler, and the running cell. */
export class Session {
  readonly compilerVersion: string;
  /** The number of cells executed so far. */
  count = 0;
  /** The running cell's text; the last one's, while none runs. */
  code = "";
  private readonly tslab: ReturnType<typeof loadTslab>;
  private readonly converter: Converter;
  private readonly executor: Executor;
  private findings: TypeFinding[] = [];
  private thrown: unknown[] = [];
  private running: CellOutput | undefined;
  private silent = false;
  /** What failed cells should have made or imported, and the number of each one's cell. */
  private readonly unmade = new Map<string, number>();
  private readonly lines = new CellLines();

  constructor(
    root: string,
    private readonly outputs: Outputs,
  ) {
    this.tslab = loadTslab(root, this.lines);
    const { compiler, createConverter, currentProgram } = this.tslab;
    this.compilerVersion = compiler.version;
    const assistance = createAssistance(compiler, root, currentProgram);
    this.converter = mendConverter(
      createConverter({ isJS: false, isBrowser: false }),
      compiler,
      assistance,
      this.unmade,
      (javascript, source) => this.lines.named(javascript, source, this.count),
    );
    const { tslab, converter } = this;
    this.executor = tslab.createExecutor(
      root,
      {
        node: converter,
        get browser(): Converter {
          return tslab.createConverter({ isJS: false, isBrowser: true });
        },
        close: () => undefined,
      },
      // The executor reports by a console: it logs the value of the last expression, and errors are the checker's or thrown.
      {
        log: (value: unknown) => {
          this.result(value);
        },
        error: (first: unknown, ...rest: unknown[]) => {
          const [file, line, column, message] = rest as [string, number, number, string];
          if (rest.length > 0) this.findings.push({ file: file.trim(), line, column, message });
          else this.thrown.push(first);
        },
      },
    );
    // Supports cells that import tslab's own `display`.
    this.tslab.jupyter.lastWriteDisplayData = (bundle, update) => {
      outputs.current()?.display({ ...bundle }, update);
    };
  }

  /**
   * Runs one cell, and sends its output to `output`.
   * @returns the cell's error, if any.
   */
  async run(code: string, output: CellOutput, silent: boolean): Promise<CellError | undefined> {
    this.code = code;
    this.findings = [];
    this.thrown = [];
    this.silent = silent;
    this.running = output;
    try {
      await this.outputs.during(output, () => this.executor.execute(code));
      await new Promise((resolve) => setImmediate(resolve)); // a promise that the cell did not await may be rejected now
    } catch (error) {
      this.thrown.push(error);
    } finally {
      this.running = undefined;
    }
    output.flush();
    const error = this.error();
    if (error?.ename !== "Interrupted") this.note(error !== undefined);
    return error;
  }

  private error(): CellError | undefined {
    if (this.findings.length > 0) return typeError(this.findings, this.unmade);
    return this.thrown.length > 0 ? this.errorOf(this.thrown[0]) : undefined;
  }

  private readonly errorOf = (thrown: unknown): CellError =>
    thrownError(thrown, (frame) => this.lines.readable(frame, this.count));

  /** Notes what the cell has made or imported, or would have if it had not failed. */
  private note(failed: boolean): void {
    const { code, count, unmade } = this;
    const { compiler } = this.tslab;
    const { exports } = (globalThis as unknown as { __tslab__: { exports: Record<string, unknown> } }).__tslab__;
    const made = valuesOf(compiler, code);
    for (const name of [...made, ...importsOf(compiler, code)]) {
      if (failed) unmade.set(name, count);
      else unmade.delete(name);
    }
    // Functions of earlier cells find it there.
    if (failed) for (const name of made) Reflect.deleteProperty(exports, name);
  }

  /** Handles an error that no code caught. It fails the cell that it comes from, or is printed there if the cell has ended. */
  stray(error: unknown): void {
    const cell = this.outputs.current();
    if (cell !== undefined && cell === this.running) {
      this.thrown.push(error);
      return;
    }
    const { traceback } = this.errorOf(error);
    cell?.print("stderr", `After the cell had ended: ${traceback.join("\n")}\n`);
  }

  interrupt(): void {
    this.executor.interrupt();
  }

  /** Jupyter's `complete_reply`. It counts characters, where JavaScript counts some, such as emoji, as two. */
  complete(code: string, cursor: number) {
    const { start, end, candidates, original } = this.executor.complete(code, units(code, cursor));
    const [cursor_start, cursor_end] = [characters(code, start), characters(code, end)];
    const kinds = (original?.entries ?? []).map(({ name, kind }) => ({
      text: name,
      type: isOfPath(kind) ? "module" : kind,
      start: cursor_start,
      end: cursor_end,
    }));
    // JupyterLab reads the kinds there, as IPython sends them.
    const metadata = { _jupyter_types_experimental: kinds };
    return { status: "ok", cursor_start, cursor_end, matches: candidates, metadata };
  }

  /** Jupyter's `inspect_reply`. */
  inspect(code: string, cursor: number) {
    const info = this.executor.inspect(code, units(code, cursor)) as ReturnType<Executor["inspect"]> | undefined;
    return { status: "ok", found: info !== undefined, data: info ? describe(info) : {}, metadata: {} };
  }

  isComplete(code: string) {
    const { completed, indent } = this.tslab.isCompleteCode(code);
    return completed ? { status: "complete" } : { status: "incomplete", indent: indent ?? "" };
  }

  private result(value: unknown): void {
    if (this.silent) return;
    const { data, metadata = {} } = represent(value);
    this.outputs.current()?.publish("execute_result", { execution_count: this.count, data, metadata });
  }
}

/** The index in a string of what comes after some characters; JupyterLab may ask about a place behind the end. */
const units = (text: string, count: number): number => [...text].slice(0, count).join("").length;

/** The number of characters before an index. */
const characters = (text: string, index: number): number => [...text.slice(0, index)].length;

function represent(value: unknown): MimeBundle {
  const showable = value as Showable;
  if (typeof showable._repr_mimebundle_ === "function") return showable._repr_mimebundle_();
  const data: Record<string, unknown> = { "text/plain": inspect(value, { depth: 4 }) };
  if (typeof showable._repr_html_ === "function") data["text/html"] = showable._repr_html_();
  return { data };
}
