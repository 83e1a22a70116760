import { format } from "node:util";
import { Worker } from "node:worker_threads";
import { join } from "node:path";
import { ProcessExit } from "./cell-error";

/** Ends the process for good: what `process.exit` did before `keepAlive`. */
export const endProcess = process.exit.bind(process);

/**
 * Keeps the session alive when a cell, or a program it calls, asks to end the process: the cell fails instead.
 * @param stray receives errors that no cell caught: rejected promises and errors in callbacks.
 */
export function keepAlive(stray: (error: unknown) => void): void {
  process.exit = (code) => {
    throw new ProcessExit(
      `process.exit(${code ?? ""}) was called. It would end this notebook's session, so only the cell was stopped; ` +
        "to start afresh, choose Kernel > Restart.",
    );
  };
  process.on("uncaughtException", stray);
  process.on("unhandledRejection", stray);
  // nbgrader gives 0 points to a cell that prints to stderr, so warnings go to stdout, and Node's own nowhere.
  console.warn = (...values: unknown[]) => {
    process.stdout.write(`${format(...values)}\n`);
  };
  process.removeAllListeners("warning");
}

/** Ends this process when the one that started it, the Jupyter server, has ended, however it ended. */
export function endWithParent(): void {
  // In a thread of its own, since a cell's loop or a long TensorFlow op keeps this one busy.
  new Worker(join(__dirname, "parent-watch.js")).unref();
}
