import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { backend } from "../backend";
import { hookLibrary, installation } from "../installation";
import { workbookRoot } from "../../system/workbook";
import { ANSWERS, LOST, StepSlot, type WatchPlan } from "./watch-plan";

/** The tasks to watch, and how patiently. */
interface PeerWatchOptions extends Pick<WatchPlan, "names" | "task"> {
  /** How soon after its end a task must be known as lost, and every all-reduce given up, in seconds. */
  timeoutSeconds: number;
  /** When a step is given up although every task answers: one of them may do nothing. In seconds. */
  mostStepSeconds: number;
}

// Shares of the timeout. A silent task is given up after two fifths of it, which leaves time for several probes before; the rest
// is for a probe that is under way, and for TensorFlow to give up the all-reduce.
const PATIENCE = 0.4;
const PROBE = 0.2;
const MOST_PATIENCE_MS = 15_000;
const MOST_INTERVAL_MS = 2_000;

/**
 * Watches the other processes of a cluster from a thread of its own. TensorFlow waits for a process that has died or cannot
 * be reached as long as the network does, which may be for ever. The thread therefore probes all processes, and when one is
 * lost it makes this process's all-reduces fail.
 */
export class PeerWatch {
  private readonly states: Int32Array;
  private readonly ofSteps = new SharedArrayBuffer(8);
  private readonly steps = new Int32Array(this.ofSteps);
  private readonly startedAt = Date.now();
  private stepsUnderWay = 0;
  private readonly worker: Worker;

  /** Starts TensorFlow and the thread. */
  constructor(private readonly options: PeerWatchOptions) {
    backend();
    const { names, task, timeoutSeconds, mostStepSeconds } = options;
    const buffer = new SharedArrayBuffer(4 * (names.length + 1));
    this.states = new Int32Array(buffer);
    this.states[task] = ANSWERS;
    const plan: WatchPlan = {
      ...{ names, task, states: buffer, hookLibrary, home: installation().home },
      ...{ steps: this.ofSteps, startedAt: this.startedAt, mostStepSeconds },
      longStepSeconds: Math.min(60, mostStepSeconds / 2),
      patienceMs: Math.min(PATIENCE * timeoutSeconds * 1000, MOST_PATIENCE_MS),
      probeMs: Math.min(PROBE * timeoutSeconds * 1000, MOST_PATIENCE_MS),
      intervalMs: Math.min((timeoutSeconds * 1000) / 20, MOST_INTERVAL_MS),
    };
    // The compiled file, because a worker thread cannot run TypeScript.
    const file = join(workbookRoot, "dist", "lib", "tensorflow", "peers", "thread.js");
    this.worker = new Worker(file, { workerData: plan });
    this.worker.unref();
  }

  /** The tasks whose state matches. */
  private tasks(matches: (state: number) => boolean): number[] {
    return this.options.names.map((_, task) => task).filter((task) => matches(Atomics.load(this.states, task)));
  }

  /**
   * Waits until every task has answered once.
   * @returns the tasks that have not answered in time; none when all have.
   */
  async waitForAll(seconds: number): Promise<number[]> {
    const missing = (): number[] => this.tasks((state) => state !== ANSWERS);
    const stop = new AbortController();
    const { signal } = stop;
    const timeout = setTimeout(1000 * seconds, undefined, { signal }).catch(() => undefined);
    try {
      let isLate = false;
      void timeout.then(() => (isLate = true));
      while (missing().length > 0 && !isLate) {
        await Promise.race([once(this.worker, "message", { signal }), timeout]);
      }
      return missing();
    } finally {
      stop.abort();
    }
  }

  /**
   * Waits until a task is known to be lost, and blocks the thread meanwhile.
   * @returns the lost tasks; none when all still answer after `seconds`.
   */
  lostWithin(seconds: number): number[] {
    const end = performance.now() + 1000 * seconds;
    const changes = this.states.length - 1;
    for (;;) {
      const seen = Atomics.load(this.states, changes);
      const lost = this.tasks((state) => state === LOST);
      const remaining = end - performance.now();
      if (lost.length > 0 || remaining <= 0) return lost;
      Atomics.wait(this.states, changes, seen, remaining);
    }
  }

  /**
   * Is called before a step in which processes exchange. (TensorFlow's own time-out for each exchange is a thread that sleeps as long,
   * even if the exchange ends at once: a few hundred exchanges a second soon reach the system's most threads.)
   */
  stepBegins(): void {
    if (this.stepsUnderWay++ === 0) this.noteStep();
  }

  /** Is called when the step, or a part of several that were launched, has ended. */
  stepEnds(): void {
    this.stepsUnderWay -= 1;
    if (this.stepsUnderWay > 0) this.noteStep();
    else Atomics.store(this.steps, StepSlot.Since, 0);
  }

  /** Whether a step was given up because it took too long. */
  get gaveUp(): boolean {
    return Atomics.load(this.steps, StepSlot.GivenUp) === 1;
  }

  private noteStep(): void {
    Atomics.store(this.steps, StepSlot.Since, 1 + Math.floor((Date.now() - this.startedAt) / 1000));
  }

  /** Ends the thread. */
  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}
