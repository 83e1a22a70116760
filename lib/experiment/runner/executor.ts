import type { ArgumentValues } from "../../jobs";
import type { RunRecord } from "../../runs/record";
import type { Design, DesignResources } from "../design";
import type { Journal } from "./journal";
import { localExecutor } from "./local";
import { slurmExecutor } from "./slurm";

/** One try at a run, as it is carried out. */
export interface Trial {
  /** Its own folder. */
  folder: string;
  /** In a few words, for Slurm's lists: `quick-007`. */
  name: string;
  program: string;
  arguments: ArgumentValues;
  nodes: number;
  resources: DesignResources;
}

/** How a try ended. */
export interface TrialEnd {
  outcome: "completed" | "out-of-memory" | "failed";
  /** In one line. */
  message: string;
  /** The program refuses its arguments: so it would at every try. */
  refused?: boolean;
  /** What it measured; undefined where its training never began. */
  run?: RunRecord;
}

/** Carries out tries: Slurm, or this machine alone. A try goes on when the one who follows it is gone. */
export interface Executor {
  /** Starts a try. @returns its name there. */
  start(trial: Trial): Promise<string>;
  /**
   * Finds a try that was started by somebody who is gone, or about to be started.
   * @returns false where it has not begun, and never will.
   */
  find(trial: Trial): Promise<boolean>;
  /** Waits for the end of a try that was started or found. @returns undefined when `signal` ended the wait. */
  end(trial: Trial, signal: AbortSignal): Promise<TrialEnd | undefined>;
  /** Ends a try that was started or found. */
  cancel(trial: Trial): Promise<void>;
}

/** What carries out an experiment's runs. */
export function executorFor({ on }: Pick<Journal, "on">, design: Pick<Design, "name">): Executor {
  return on.kind === "loopback" ? localExecutor() : slurmExecutor(design.name);
}
