import { scaling } from "../../measure";
import { runStatistics } from "../../runs";
import type { Slip } from "../check";
import { runOf, type Needed } from "./own-check";

/**
 * Two values of the last run's speedup over the first: from a study, whose epochs include the first step's wait, and from
 * the runs' statistics, whose epochs do not.
 */
export function speedups(runs: readonly Needed[]): number[] {
  const epochOf = (needed: Needed): number => runStatistics(runOf(needed)).steadyEpochSeconds;
  const points = scaling(runs.map(runOf)).points;
  return [points[points.length - 1].speedup, epochOf(runs[0]) / epochOf(runs[runs.length - 1])];
}

/** Known mistakes with a speedup. */
export function speedupSlips(runs: readonly Needed[]): Slip[] {
  const [one, several] = [runOf(runs[0]), runOf(runs[runs.length - 1])];
  const [right] = speedups(runs);
  const first = runStatistics(one).firstEpochSeconds / runStatistics(several).firstEpochSeconds;
  return [
    [1 / right, "Upside down: one device's time belongs on top."],
    [first, "These are the first epochs, which carry the start-up."],
    [right / several.configuration.replicas, "That is the efficiency."],
    [several.configuration.replicas, "That would be ideal: what did you measure?"],
  ];
}
