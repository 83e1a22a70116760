import { mean } from "simple-statistics";
import { cells, type Level, type Observation } from "../observations";
import { meanInterval, type Interval } from "./intervals";
import { LEVEL, standardErrors } from "./tails";

/** The right interval of a cell beside the wrong ones, all for the seconds of one epoch. */
export interface IntervalComparison {
  levels: Readonly<Record<string, Level>>;
  /** Right: one value for each run, the mean of its epochs. Five runs give five values. */
  overReplicates: Interval;
  /** Wrong: every epoch of every run, as if each were a replicate. Five runs of five epochs give 25 values. */
  overEpochs: Interval;
  /** Width of the right interval divided by the wrong one's; 1 if all epochs took the same time. */
  timesTooNarrow: number;
  /** The same ratio from the number of values alone, as if all epochs scattered as much as the means of the runs. */
  timesByCount: number;
  /** Wrong, too: the epochs of the first run alone. Missing if that run has only one. */
  ofOneRun?: Interval;
}

/**
 * Shows what happens to an interval when epochs count as replicates. All epochs of a run share its conditions (its cores,
 * other work on the node, the temperature), so they lie closer together than runs do. Cells with a single run are left out,
 * because they have no right interval.
 * @throws one line when a run has no such epoch.
 */
export function compareIntervals(observations: readonly Observation[], level = LEVEL): IntervalComparison[] {
  return cells(observations)
    .filter((cell) => cell.observations.length > 1)
    .map((cell) => {
      const runs = cell.observations.map((observation) => secondsOfEpochs(observation));
      const overReplicates = meanInterval(runs.map(mean), level);
      const overEpochs = meanInterval(runs.flat(), level);
      const comparison = {
        levels: cell.levels,
        overReplicates,
        overEpochs,
        timesTooNarrow: width(overEpochs) === 0 ? 1 : width(overReplicates) / width(overEpochs),
        timesByCount: widthByCount(overReplicates) / widthByCount(overEpochs),
      };
      return runs[0].length < 2 ? comparison : { ...comparison, ofOneRun: meanInterval(runs[0], level) };
    });
}

function secondsOfEpochs({ run, epochSeconds }: Observation): number[] {
  if (epochSeconds.length > 0) return epochSeconds;
  throw new Error(`Run ${run.id} has no epoch after the first, which carries the start-up: train at least 2 epochs.`);
}

function width({ low, high }: Interval): number {
  return high - low;
}

/** Half the width of an interval for a standard deviation of 1. */
function widthByCount({ count, level }: Interval): number {
  return standardErrors(count - 1, level) / Math.sqrt(count);
}
