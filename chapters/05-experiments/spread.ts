import { mean, median, sum } from "simple-statistics";
import { cells, levelsAmong, type Level, type Observation } from "../../lib/experiment/observations";
import { anova } from "../../lib/experiment/statistics/anova";
import { probability } from "../../lib/experiment/statistics/rows";
import type { Rows } from "../../lib/system/rows";

/** How much runs of one configuration vary, at one level of a factor. */
export interface SpreadLevel {
  level: Level;
  /** The number of runs, or of epochs where epochs are compared. */
  count: number;
  /** Pooled over the configurations with this level: seconds, or a share of the configuration's mean. */
  standardDeviation: number;
}

/** A comparison of how much runs vary at the levels of a factor. */
export interface Spread {
  factor: string;
  levels: SpreadLevel[];
  /** Whether variation is a share of the configuration's mean; otherwise it is in seconds. */
  isShare: boolean;
  /** Of the test of Brown and Forsythe. */
  F: number;
  /** Probability that chance alone gives an F this large or larger, if runs vary alike at all levels. */
  p: number;
}

/**
 * Compares how much runs of one configuration vary at the levels of a factor, by the test of Brown and Forsythe: an analysis
 * of variance of the runs' distances from their configuration's median. It needs no normal distribution, and it is cautious
 * with few replicates: of three values, one is always the median itself, at distance 0.
 * Source: Brown and Forsythe, Robust tests for the equality of variances, 1974.
 * @param options.asShare Whether to divide each distance by the configuration's mean. Default false.
 * @throws one line when no configuration has two runs, or when the factor has a single level.
 */
export function spreadOf(
  observations: readonly Observation[],
  factor: string,
  { asShare = false }: { asShare?: boolean } = {},
): Spread {
  const configurations = cells(observations).filter((cell) => cell.observations.length > 1);
  if (configurations.length === 0) {
    throw new Error("No configuration has two runs, so nothing says how much runs vary: measure each again.");
  }
  const relative = configurations.map((cell) => {
    const seconds = cell.observations.map((run) => run.seconds);
    const unit = asShare ? mean(seconds) : 1;
    return { ...cell, middle: median(seconds), centre: mean(seconds), unit };
  });
  const distances = relative.flatMap(({ observations: runs, middle, unit }) =>
    runs.map((run) => ({ ...run, seconds: Math.abs(run.seconds - middle) / unit })),
  );
  const all = levelsAmong(distances, factor);
  if (all.length < 2) throw new Error(`All runs have ${factor} ${all[0]}: to compare, they need at least 2 levels.`);
  const [row] = anova(distances, [factor]).rows;
  return {
    ...{ factor, isShare: asShare, F: row.F, p: row.p },
    levels: all.map((level) => {
      const some = relative.filter(({ levels }) => levels[factor] === level);
      const squares = some.flatMap(({ observations: runs, centre, unit }) =>
        runs.map(({ seconds }) => ((seconds - centre) / unit) ** 2),
      );
      return {
        level,
        count: squares.length,
        standardDeviation: Math.sqrt(sum(squares) / (squares.length - some.length)),
      };
    }),
  };
}

/** How much runs vary at each level of a factor, as a table; its last row is the test. */
export function spreadRows({ factor, levels, isShare, F, p }: Spread): Rows {
  const unit = isShare ? "%" : "s";
  return [
    ...levels.map(({ level, count, standardDeviation }) => ({
      [factor]: level,
      values: count,
      [`standard deviation, ${unit}`]: isShare ? 100 * standardDeviation : standardDeviation,
    })),
    { [factor]: "Brown-Forsythe", F, p: probability(p) },
  ];
}
