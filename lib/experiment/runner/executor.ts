import type { ArgumentValues } from "../../jobs";
import type { RunRecord } from "../../runs/record";
import type { DesignResources } from "../design";

/** One attempt at a run. */
export interface AttemptSpec {
  /** The attempt's own folder. */
  folder: string;
  /** A short name for Slurm's lists: `quick-007`. */
  name: string;
  program: string;
  arguments: ArgumentValues;
  nodes: number;
  resources: DesignResources;
}

/** How an attempt ended. */
export interface AttemptEnd {
  outcome: "completed" | "out-of-memory" | "failed";
  /** One line. */
  message: string;
  /** The program refuses its arguments, so that every attempt would fail. */
  refused?: boolean;
  /** The run's record; undefined if its training never began. */
  run?: RunRecord;
}

/** Carries out attempts, with Slurm or on this machine alone. An attempt goes on when its runner is gone. */
export interface Executor {
  /** Starts an attempt. @returns the name of its job or process. */
  start(spec: AttemptSpec): Promise<string>;
  /**
   * Finds an attempt that an earlier runner started or was about to start.
   * @returns false if it has not begun and never will.
   */
  find(spec: AttemptSpec): Promise<boolean>;
  /** Waits for the end of a started or found attempt. @returns undefined when `signal` ended the wait. */
  end(spec: AttemptSpec, signal: AbortSignal): Promise<AttemptEnd | undefined>;
  /** Ends a started or found attempt. */
  cancel(spec: AttemptSpec): Promise<void>;
}
