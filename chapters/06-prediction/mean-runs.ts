import { cellIntervals, type Observation } from "../../lib/experiment";

/**
 * One observation for each configuration: the mean of its runs. A formula misses all runs of a configuration by the same
 * amount, so a fit that took them for independent values would give intervals that are too narrow.
 */
export function meanRuns(observations: readonly Observation[]): Observation[] {
  return cellIntervals(observations).map(({ observations: [first], mean }) => ({ ...first, seconds: mean }));
}
