import { inspect } from "node:util";
import { counted } from "../lib/system/words";
import type { Unmade } from "./unmade";

/** The content of Jupyter's `error` message. */
export interface CellError extends Record<string, unknown> {
  ename: string;
  evalue: string;
  traceback: string[];
}

/** An error of the type checker. */
export interface TypeFinding {
  /** The module with the error; empty for the cell itself. */
  file: string;
  line: number;
  column: number;
  message: string;
}

/** Is thrown where code asks to end the process, see guard.ts. */
export class ProcessExit extends Error {
  override readonly name = "ProcessExit";
}

const red = (text: string) => `\u001b[31m${text}\u001b[0m`;

/** Stack frames of the kernel and of Node's own modules, which say nothing about the cell. */
const innerFrame = /node_modules[\\/]tslab[\\/]|dist[\\/]kernel[\\/]|node:/;

/** What the type checker says where a cell imports what this release does not have. */
const importFailed = /parallel-training\/.* has no exported member|Cannot find module 'parallel-training\//;
const ofEarlier = "This notebook may be of an earlier release of the workbook: docs/student.md says what to do.";

/**
 * The error of a cell that does not pass the type checker.
 * @param unmade what failed cells should have made or imported.
 */
export function typeError(findings: TypeFinding[], unmade: Unmade): CellError {
  const lines = findings.map(({ file, line, column, message }) => {
    const place = `${file === "" ? "" : `${file}, `}line ${line}, column ${column}`;
    return {
      place,
      message: message
        .replace(/^Cannot find namespace/, "Cannot find name")
        .replace(/^Cannot find name '([^']+)'.*$/s, (words, name: string) => missing(words, name, unmade)),
    };
  });
  // A name that no cell has made is often used in many places, whose lines would bury the others.
  const places = new Map<string, string[]>();
  for (const { place, message } of lines) places.set(message, [...(places.get(message) ?? []), place]);
  return {
    ename: "TypeScriptError",
    evalue: `${lines[0].place}: ${lines[0].message}`,
    traceback: [
      ...[...places].map(([message, [first, ...more]]) => {
        const further = more.length === 0 ? "" : ` (${counted(more.length, "more place")})`;
        return `${red(first)}: ${message}${further}`;
      }),
      ...(lines.some(({ message }) => importFailed.test(message)) ? [ofEarlier] : []),
    ],
  };
}

/** What to do about a name that the checker does not know. */
const missing = (words: string, name: string, unmade: Unmade): string =>
  unmade.has(name)
    ? `There is no '${name}', because its cell [${unmade.get(name)}] ended with an error: mend that cell, run it, and then this one.`
    : `${words} If another cell makes or imports it, run that one first.`;

/** The error of a cell that threw a value. @param readable a stack's line as it is shown */
export function thrownError(thrown: unknown, readable: (frame: string) => string): CellError {
  // Errors of a vm context are not `instanceof Error`, but have a stack, too.
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
    .map(readable)
    .filter((line) => line !== "");
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

/** Whether SIGINT stopped the cell, which Node and tslab each report in their own way. */
function isInterrupt(error: Error): boolean {
  return (
    ("code" in error && error.code === "ERR_SCRIPT_EXECUTION_INTERRUPTED") ||
    error.message === "Interrupted asynchronously"
  );
}
