import { accuracyCurve, timeToAccuracy, type Paid, type TimeToAccuracy } from "../measure";
import { cells, type Cell, type Level, type Observation } from "./observations";
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

/** Two levels of a factor to compare: the ratio is the cost of `level` divided by the cost of `to`. */
export interface PaidRatio {
  /** Default `mode`. */
  factor?: string;
  level: Level;
  to: Level;
  by: Paid;
  /** Level of the interval. Default 0.99. */
  confidence?: number;
}

/**
 * The ratio of the costs of an accuracy at two levels of a factor: the geometric mean over pairs of runs with the same
 * replicate and the same other levels, with Student's t interval of the logarithms. The runs of a pair share a seed and
 * therefore the initial weights, so that the randomness of these cancels out.
 * @throws one line when there is no pair, or a run of a pair never reaches the target.
 */
export function paidRatio(
  observations: readonly Observation[],
  target: number,
  { factor = "mode", level, to, by, confidence }: PaidRatio,
): ReplicateMean {
  const pairKey = ({ levels, replicate }: Observation) => JSON.stringify([{ ...levels, [factor]: "" }, replicate]);
  const atLevel = (factorLevel: Level) => observations.filter(({ levels }) => levels[factor] === factorLevel);
  const cost = ({ run }: Observation): number => {
    const result = timeToAccuracy(accuracyCurve(run), target);
    if (!result.reached) throw new Error(`${result.why} Compare at a lower target, or train more epochs.`);
    return result[by];
  };
  const others = new Map(atLevel(to).map((observation) => [pairKey(observation), observation]));
  const logarithms = atLevel(level).flatMap((observation) => {
    const other = others.get(pairKey(observation));
    return other ? [Math.log(cost(observation) / cost(other))] : [];
  });
  if (logarithms.length === 0) {
    throw new Error(`No replicate has a run of ${factor} ${level} and one of ${to}: measure both with the same seed.`);
  }
  const { mean: centre, interval } = replicateMean(logarithms, confidence);
  const ratio = Math.exp(centre);
  if (!interval) return { mean: ratio };
  return {
    mean: ratio,
    interval: { ...interval, mean: ratio, low: Math.exp(interval.low), high: Math.exp(interval.high) },
  };
}
