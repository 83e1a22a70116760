import { sampleStandardDeviation } from "simple-statistics";
import { cells, type Cell, type Observation } from "../../lib/experiment/observations";
import { meanInterval, type Interval } from "../../lib/experiment/statistics/intervals";
import type { Rows } from "../../lib/system/rows";

/** A configuration of the study with two intervals of its mean, in seconds. */
export interface StudyInterval extends Cell {
  /** By Student's t: a run counts once. */
  interval: Interval;
  /** Half of the interval that the study draws. */
  copiedReach: number;
}

/**
 * Half of an interval by the study's rule: 3 standard deviations / √N of a table that has each run's total once for each epoch
 * of the run, so that N is five times the number of runs.
 */
export function copiedReach(runs: readonly Pick<Observation, "seconds" | "epochs">[]): number {
  const rows = runs.flatMap(({ seconds, epochs }) => Array<number>(epochs).fill(seconds));
  return (3 * sampleStandardDeviation(rows)) / Math.sqrt(rows.length);
}

/** The two intervals of each configuration, in the order of {@link cells}. */
export function studyIntervals(observations: readonly Observation[]): StudyInterval[] {
  return cells(observations).map((cell) => ({
    ...cell,
    interval: meanInterval(cell.observations.map(({ seconds }) => seconds)),
    copiedReach: copiedReach(cell.observations),
  }));
}

/** The study's configurations as a table in minutes, by network, mode, batch and nodes. */
export function studyTable(observations: readonly Observation[]): Rows {
  const key = ({ levels: { model, mode, batch, nodes } }: StudyInterval): string =>
    [model, mode, String(batch).padStart(3), nodes].join();
  return studyIntervals(observations)
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
    .map(({ levels, interval: { count, mean, high }, copiedReach: reach }) => ({
      ...levels,
      runs: count,
      "mean (min)": mean / 60,
      "± by t, 99 % (min)": (high - mean) / 60,
      "± as in the study (min)": reach / 60,
      "too narrow (times)": (high - mean) / reach,
    }));
}
