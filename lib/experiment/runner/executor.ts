import type { ArgumentValues } from "../../jobs";
import type { RunRecord } from "../../runs/record";
import type { DesignResources } from "../design";

/** One attempt at a run, as it is carried out. */
export interface AttemptSpec {
  /** Its own folder. */
  folder: string;
  /** In a few words, for Slurm's lists: `quick-007`. */
  name: string;
  program: string;
  arguments: ArgumentValues;
  nodes: number;
  resources: DesignResources;
}

/** How an attempt ended. */
export interface AttemptEnd {
  outcome: "completed" | "out-of-memory" | "failed";
  /** In one line. */
  message: string;
  /** The program refuses its arguments: so it would at every attempt. */
  refused?: boolean;
  /** What it measured; undefined where its training never began. */
  run?: RunRecord;
}

/** Carries out attempts: Slurm, or this machine alone. An attempt goes on when the one who follows it is gone. */
export interface Executor {
  /** Starts an attempt. @returns its name there. */
  start(spec: AttemptSpec): Promise<string>;
  /**
   * Finds an attempt that was started by somebody who is gone, or about to be started.
   * @returns false where it has not begun, and never will.
   */
  find(spec: AttemptSpec): Promise<boolean>;
  /** Waits for the end of an attempt that was started or found. @returns undefined when `signal` ended the wait. */
  end(spec: AttemptSpec, signal: AbortSignal): Promise<AttemptEnd | undefined>;
  /** Ends an attempt that was started or found. */
  cancel(spec: AttemptSpec): Promise<void>;
}
