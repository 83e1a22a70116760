import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { backend } from "../backend";
import { hookLibrary, installation } from "../installation";
import { workbookRoot } from "../../system/workbook";
import { ANSWERS, LOST, type WatchPlan } from "./plan";

/** Whom to watch, and how patiently. */
export interface PeerWatchOptions {
  /** One a task, for messages. */
  names: readonly string[];
  /** This process's own task. */
  task: number;
  /** Within so many seconds the loss of a task must be known and every all-reduce given up. */
  timeoutSeconds: number;
}

// Shares of the time-out: a task that does not answer is given up after two fifths of it, but not before it had a few chances;
// the rest is for a question that is under way, and for TensorFlow to give up.
const PATIENCE = 0.4;
const PROBE = 0.2;
const MOST_PATIENCE_MS = 15_000;
const MOST_INTERVAL_MS = 2_000;

/**
 * Watches the other processes of a cluster from a thread of its own. TensorFlow waits for a process that has died or cannot
 * be reached for as long as its network does, which may be for ever; the thread asks them all the time, and when one is
 * gone it ends this process's all-reduces with an error.
 */
export class PeerWatch {
  private readonly states: Int32Array;
  private readonly worker: Worker;

  /** Starts TensorFlow and the thread. */
  constructor(private readonly options: PeerWatchOptions) {
    backend();
    const { names, task, timeoutSeconds } = options;
    const buffer = new SharedArrayBuffer(4 * (names.length + 1));
    this.states = new Int32Array(buffer);
    this.states[task] = ANSWERS;
    const plan: WatchPlan = {
      ...{ names, task, states: buffer, hookLibrary, home: installation().home },
      patienceMs: Math.min(PATIENCE * timeoutSeconds * 1000, MOST_PATIENCE_MS),
      probeMs: Math.min(PROBE * timeoutSeconds * 1000, MOST_PATIENCE_MS),
      intervalMs: Math.min((timeoutSeconds * 1000) / 20, MOST_INTERVAL_MS),
    };
    // Always the compiled file: a worker thread cannot run TypeScript.
    const file = join(workbookRoot, "dist", "lib", "tensorflow", "peers", "thread.js");
    this.worker = new Worker(file, { workerData: plan });
    this.worker.unref();
  }

  /** The tasks in a state. */
  private tasks(is: (state: number) => boolean): number[] {
    return this.options.names.map((_, task) => task).filter((task) => is(Atomics.load(this.states, task)));
  }

  /**
   * Waits until every task has answered once.
   * @returns the tasks that have not within the time; none when all are there.
   */
  async waitForAll(seconds: number): Promise<number[]> {
    const missing = (): number[] => this.tasks((state) => state !== ANSWERS);
    const stop = new AbortController();
    const { signal } = stop;
    const tooLong = setTimeout(1000 * seconds, undefined, { signal }).catch(() => undefined);
    try {
      let over = false;
      void tooLong.then(() => (over = true));
      while (missing().length > 0 && !over) {
        await Promise.race([once(this.worker, "message", { signal }), tooLong]);
      }
      return missing();
    } finally {
      stop.abort();
    }
  }

  /**
   * Waits, without letting anything else run, until a task is known to be lost.
   * @returns the lost tasks; none when all answer still after so many seconds.
   */
  lostWithin(seconds: number): number[] {
    const end = performance.now() + 1000 * seconds;
    const changes = this.states.length - 1;
    for (;;) {
      const seen = Atomics.load(this.states, changes);
      const lost = this.tasks((state) => state === LOST);
      const left = end - performance.now();
      if (lost.length > 0 || left <= 0) return lost;
      Atomics.wait(this.states, changes, seen, left);
    }
  }

  /** Ends the thread. */
  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}
