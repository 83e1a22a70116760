import type { Level, Observation } from "../../lib/experiment/observations";
import { replicateMean, type ReplicateMean } from "../../lib/experiment/statistics";
import { accuracyCurve, timeToAccuracy, type Paid } from "../../lib/measure";

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
