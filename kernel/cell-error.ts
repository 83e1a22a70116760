import { inspect } from "node:util";

/** The content of Jupyter's `error` message. */
export interface CellError extends Record<string, unknown> {
  ename: string;
  evalue: string;
  traceback: string[];
}

/** One finding of the type checker. */
export interface TypeFinding {
  /** The module it is in; empty for the cell itself. */
  file: string;
  line: number;
  column: number;
  message: string;
}

/** Thrown in place of ending the process, see guard.ts. */
export class ProcessExit extends Error {
  override readonly name = "ProcessExit";
}

const red = (text: string) => `\u001b[31m${text}\u001b[0m`;

/** Frames of the kernel and of Node's own modules say nothing about the cell. */
const innerFrame = /node_modules[\\/]tslab[\\/]|dist[\\/]kernel[\\/]|node:/;

/** A cell that does not pass the type checker. */
export function typeError(findings: TypeFinding[]): CellError {
  const lines = findings.map(({ file, line, column, message }) => {
    const place = `${file === "" ? "" : `${file}, `}line ${line}, column ${column}`;
    return { place, message };
  });
  return {
    ename: "TypeScriptError",
    evalue: `${lines[0].place}: ${lines[0].message}`,
    traceback: lines.map(({ place, message }) => `${red(place)}: ${message}`),
  };
}

/** What a cell threw. */
export function thrownError(thrown: unknown): CellError {
  // Errors of a vm context are no `instanceof Error`, but have a stack too.
  if (!isErrorLike(thrown)) {
    const value = inspect(thrown);
    return { ename: "Thrown", evalue: value, traceback: [`${red("Thrown")}: ${value}`] };
  }
  if (isInterrupt(thrown)) {
    return { ename: "Interrupted", evalue: "the cell was interrupted", traceback: [red("Interrupted")] };
  }
  const frames = (thrown.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line) && !innerFrame.test(line))
    // Positions in the cell are those of the generated JavaScript: they would mislead.
    .map((line) => line.replace(/evalmachine\.<anonymous>(:\d+)*/, "this notebook"))
    .filter((line) => line.trim() !== "at this notebook");
  const cause = thrown.cause === undefined ? [] : [`caused by: ${inspect(thrown.cause)}`];
  return {
    ename: thrown.name || "Error",
    evalue: thrown.message,
    traceback: [`${red(thrown.name || "Error")}: ${thrown.message}`, ...frames, ...cause],
  };
}

function isErrorLike(value: unknown): value is Error {
  return typeof value === "object" && value !== null && "message" in value && "stack" in value;
}

/** Node's and tslab's two ways of saying that SIGINT stopped a cell. */
function isInterrupt(error: Error): boolean {
  return (
    ("code" in error && error.code === "ERR_SCRIPT_EXECUTION_INTERRUPTED") ||
    error.message === "Interrupted asynchronously"
  );
}
