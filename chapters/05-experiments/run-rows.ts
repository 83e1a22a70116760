import type { Level, Observation } from "../../lib/experiment/observations";

/** A run as a row of a table. A design's other factors are in the row, too. */
export interface RunRow {
  model: string;
  mode: string;
  batch: number;
  nodes: number;
  replicate: number;
  /** Place among the observations, from 1. */
  order: number;
  /** The response. */
  seconds: number;
  /** Accuracy on the test images after the last epoch, if the run was validated. */
  accuracy?: number;
}

/** Observations as rows of a table. */
export function runRows(all: readonly Observation[]): RunRow[] {
  return all.map(({ levels, replicate, seconds, run }, index) => ({
    ...(levels as Pick<RunRow, "model" | "mode" | "batch" | "nodes">),
    replicate,
    order: index + 1,
    seconds,
    accuracy: run.epochs.at(-1)?.validation?.accuracy,
  }));
}

/** The observations with these levels, in the order of their blocks. */
export function runsAt(all: readonly Observation[], levels: Readonly<Record<string, Level>>): Observation[] {
  return all
    .filter((run) => Object.entries(levels).every(([factor, level]) => run.levels[factor] === level))
    .sort((a, b) => a.replicate - b.replicate);
}
