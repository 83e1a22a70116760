import { accuracyCurve, timeToAccuracy, type Paid, type TimeToAccuracy } from "../measure";
import { cells, type Cell, type Observation } from "./observations";
import { replicateMean, type ReplicateMean } from "./statistics";

/** The cost of reaching a target accuracy, for the runs of a cell. */
export interface CellTimeToAccuracy extends Cell {
  target: number;
  /** One for each run, in order. */
  runs: TimeToAccuracy[];
  /** Number of runs that reached the target. */
  reached: number;
  /** Missing, with `why`, if a run never reached the target: a mean of the other runs would flatter the cell. */
  seconds?: ReplicateMean;
  images?: ReplicateMean;
  updates?: ReplicateMean;
  why?: string;
}

/**
 * Training seconds, images and updates until the runs of each cell reach an accuracy; see `timeToAccuracy`.
 * @param target A share from 0 to 1.
 * @param options.factors The factors of the cells. Default: all factors of the observations.
 * @param options.level The level of the intervals. Default 0.99.
 * @throws one line when a run has no validation, or the target is not a share.
 */
export function timesToAccuracy(
  observations: readonly Observation[],
  target: number,
  { factors, level }: { factors?: readonly string[]; level?: number } = {},
): CellTimeToAccuracy[] {
  return cells(observations, factors).map((cell) => {
    const runs = cell.observations.map(({ run }) => timeToAccuracy(accuracyCurve(run), target));
    const reached = runs.flatMap((run) => (run.reached ? [run] : []));
    const row = { ...cell, target, runs, reached: reached.length };
    const [missing] = runs.flatMap((run) => (run.reached ? [] : [run.why]));
    if (reached.length < runs.length) {
      return { ...row, why: `${reached.length} of ${runs.length} runs come to the target. ${missing}` };
    }
    const meanOf = (field: Paid) =>
      replicateMean(
        reached.map((run) => run[field]),
        level,
      );
    return { ...row, seconds: meanOf("seconds"), images: meanOf("images"), updates: meanOf("updates") };
  });
}
