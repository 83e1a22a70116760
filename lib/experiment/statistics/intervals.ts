import { mean, sampleStandardDeviation } from "simple-statistics";
import { cells, type Cell, type Observation } from "../observations";
import { around, LEVEL } from "./tails";

/** A mean and its confidence interval. */
export interface Interval {
  /** Number of values, which must be independent: replicates are, the epochs of one run are not. */
  count: number;
  mean: number;
  /** Sample standard deviation (n - 1). */
  standardDeviation: number;
  low: number;
  high: number;
  /** Share of such intervals that contain the true mean: 0.99. */
  level: number;
}

/**
 * Mean and confidence interval by Student's t: mean ± t(n - 1) s / √n.
 * @throws one line for fewer than two values, for a value that is no number, or for a level that is not between 0 and 1.
 */
export function meanInterval(values: readonly number[], level = LEVEL): Interval {
  const count = values.length;
  if (count < 2) throw new Error(`An interval needs at least 2 values, and here are ${count}: measure again.`);
  const strange = values.find((value) => !Number.isFinite(value));
  if (strange !== undefined) throw new Error(`One of the ${count} values is ${strange}, so they have no mean.`);
  const centre = mean([...values]);
  const standardDeviation = sampleStandardDeviation([...values]);
  const bounds = around(centre, standardDeviation / Math.sqrt(count), count - 1, level);
  return { count, mean: centre, standardDeviation, ...bounds, level };
}

/** A mean over replicates. */
export interface ReplicateMean {
  mean: number;
  /** Missing for a single value, which does not show how much values vary from run to run. */
  interval?: Interval;
}

/** The mean of the values, with an interval if there are several. */
export function replicateMean(values: readonly number[], level?: number): ReplicateMean {
  if (values.length < 2) return { mean: mean([...values]) };
  const interval = meanInterval(values, level);
  return { mean: interval.mean, interval };
}

/** A cell with its mean in seconds. */
export interface CellInterval extends Cell, ReplicateMean {}

/** The mean and interval over the runs of each cell. A run counts once, whatever its number of epochs. */
export function cellIntervals(
  observations: readonly Observation[],
  factors?: readonly string[],
  level = LEVEL,
): CellInterval[] {
  return cells(observations, factors).map((cell) => {
    const seconds = cell.observations.map((observation) => observation.seconds);
    return { ...cell, ...replicateMean(seconds, level) };
  });
}
