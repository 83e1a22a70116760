import { accuracyCurve, timeToAccuracy, type Paid, type TimeToAccuracy } from "../measure";
import { cells, type Cell, type Level, type Observation } from "./observations";
import { replicateMean, type ReplicateMean } from "./statistics";

/** What the runs of a cell paid until their accuracy was at a target. */
export interface CellTimeToAccuracy extends Cell {
  target: number;
  /** One a run, in their order. */
  runs: TimeToAccuracy[];
  /** How many of them came to the target. */
  reached: number;
  /** Missing, with `why`, where a run never came there: a mean of the others would flatter the cell. */
  seconds?: ReplicateMean;
  images?: ReplicateMean;
  updates?: ReplicateMean;
  why?: string;
}

/** What is compared among cells. */
export interface AccuracyOptions {
  /** Default: all that the observations have. */
  factors?: readonly string[];
  /** Of the intervals. Default 0.99. */
  level?: number;
}

/**
 * Training seconds, images and updates until each cell's runs are at an accuracy, as `timeToAccuracy` reads it of each.
 * @param target A share from 0 to 1.
 * @throws one line when a run has no validation, or the target is no share.
 */
export function timesToAccuracy(
  observations: readonly Observation[],
  target: number,
  { factors, level }: AccuracyOptions = {},
): CellTimeToAccuracy[] {
  return cells(observations, factors).map((cell) => {
    const runs = cell.observations.map(({ run }) => timeToAccuracy(accuracyCurve(run), target));
    const there = runs.filter((run): run is Extract<TimeToAccuracy, { reached: true }> => run.reached);
    const row = { ...cell, target, runs, reached: there.length };
    const missing = runs.find((run): run is Extract<TimeToAccuracy, { reached: false }> => !run.reached);
    if (missing) return { ...row, why: `${there.length} of ${runs.length} runs come to the target. ${missing.why}` };
    const over = (field: Paid) =>
      replicateMean(
        there.map((run) => run[field]),
        level,
      );
    return { ...row, seconds: over("seconds"), images: over("images"), updates: over("updates") };
  });
}

/** Two levels of a factor to compare: how many times as much `level` pays as `to` does. */
export interface PaidRatio {
  /** Default `mode`. */
  factor?: string;
  level: Level;
  to: Level;
  by: Paid;
  /** Of the interval. Default 0.99. */
  confidence?: number;
}

/**
 * How many times as much one level of a factor pays for an accuracy as another one: the geometric mean over pairs of runs of
 * the same replicate and the same other levels, with Student's t interval of the logarithms. Pairs share a seed, and with it
 * the first weights, so that the chance in these cancels.
 * @throws one line when there is no pair, or a run of a pair never comes to the target.
 */
export function paidRatio(
  observations: readonly Observation[],
  target: number,
  { factor = "mode", level, to, by, confidence }: PaidRatio,
): ReplicateMean {
  const partOf = ({ levels, replicate }: Observation): string =>
    JSON.stringify([{ ...levels, [factor]: "" }, replicate]);
  const at = (wanted: Level) => observations.filter(({ levels }) => levels[factor] === wanted);
  const paid = ({ run }: Observation): number => {
    const found = timeToAccuracy(accuracyCurve(run), target);
    if (!found.reached) throw new Error(`${found.why} Compare at a lower target, or train more epochs.`);
    return found[by];
  };
  const others = new Map(at(to).map((observation) => [partOf(observation), observation]));
  const logarithms = at(level).flatMap((observation) => {
    const other = others.get(partOf(observation));
    return other ? [Math.log(paid(observation) / paid(other))] : [];
  });
  if (logarithms.length === 0) {
    throw new Error(`No replicate has a run of ${factor} ${level} and one of ${to}: measure both with the same seed.`);
  }
  const { mean: centre, interval } = replicateMean(logarithms, confidence);
  if (!interval) return { mean: Math.exp(centre) };
  const ratio = Math.exp(centre);
  return {
    mean: ratio,
    interval: { ...interval, mean: ratio, low: Math.exp(interval.low), high: Math.exp(interval.high) },
  };
}
