import { cellIntervals, type Observation } from "../../lib/experiment";
import { byLevels } from "../../lib/plots/experiment/text";

/**
 * One observation for each configuration, in the order of figures: the mean of its runs. A formula misses all runs of a configuration by the same
 * amount, so a fit that took them for independent values would give intervals that are too narrow.
 */
export function meanRuns(observations: readonly Observation[]): Observation[] {
  const means = cellIntervals(observations).map(({ observations: [first], mean }) => ({ ...first, seconds: mean }));
  return means.sort(byLevels(means));
}
