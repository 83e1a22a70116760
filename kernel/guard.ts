import { format } from "node:util";
import { Worker } from "node:worker_threads";
import { join } from "node:path";
import { ProcessExit } from "./cell-error";

/** Really ends the process, as `process.exit` did before `keepAlive` replaced it. */
export const endProcess = process.exit.bind(process);

/**
 * Keeps the session alive when a cell, or a program that it calls, asks to end the process: the cell fails instead.
 * @param stray is called with errors that no cell caught: rejected promises, and errors in callbacks.
 */
export function keepAlive(stray: (error: unknown) => void): void {
  process.exit = (code) => {
    throw new ProcessExit(
      `process.exit(${code ?? ""}) was called. That would end the notebook's session, so only this cell was stopped. ` +
        "To start afresh, choose Kernel > Restart.",
    );
  };
  process.on("uncaughtException", stray);
  process.on("unhandledRejection", stray);
  // nbgrader gives 0 points to a cell that prints to stderr, so warnings go to stdout, and Node's own are dropped.
  console.warn = (...values: unknown[]) => {
    process.stdout.write(`${format(...values)}\n`);
  };
  process.removeAllListeners("warning");
}

/** Ends this process when the Jupyter server that started it has ended, in whatever way. */
export function endWithParent(): void {
  // A thread of its own watches, since a cell's loop or a long TensorFlow op can block this one.
  new Worker(join(__dirname, "parent-watch.js")).unref();
}
