import { levelsAmong, type Level, type Observation } from "../observations";
import { leastSquares } from "./least-squares";
import { tailOfF } from "./tails";
import { emptyCells, termColumns, termsOf, type Term } from "./terms";

/** What one factor, or several together, explain of how the times differ. */
export interface AnovaRow {
  /** `batch`, or `mode × batch` for an interaction: how much the effect of one depends on the level of the other. */
  term: string;
  factors: string[];
  df: number;
  /** Seconds squared. */
  sumOfSquares: number;
  meanSquare: number;
  /** Mean square over the residual's. NaN where no residual is left: see {@link AnovaTable.why}. */
  F: number;
  /** How often chance alone gives such an F or a larger one. NaN as F is. */
  p: number;
  /** Share of all variation: eta squared, 0 to 1. Shares add up to 1 with the residual's only in balanced designs. */
  share: number;
  /** Share of the variation that no other term explains: partial eta squared, 0 to 1. */
  partialShare: number;
}

/** A term that the runs cannot estimate. */
export interface LeftOut {
  term: string;
  /** One line. */
  why: string;
}

/** An analysis of variance. */
export interface AnovaTable {
  rows: AnovaRow[];
  /** What the terms do not explain: chance, and every interaction of more factors than were asked for. */
  residual: { df: number; sumOfSquares: number; meanSquare: number; share: number };
  /** Around the mean of all runs. */
  total: { df: number; sumOfSquares: number };
  /** Terms without a row. What the runs do show of them is neither in another term's row nor in the residual. */
  leftOut: LeftOut[];
  /** In one line why F and p are NaN. */
  why?: string;
}

/** A residual this small against all variation is rounding. */
const ROUNDING = 1e-13;

/**
 * Effects of factors and their interactions on the seconds of runs, for any number of factors, with equally many runs a
 * cell or not. Sums of squares are of type II: what a term explains beyond all terms that do not contain it. In a
 * balanced design this is the one decomposition there is; in others it does not depend on the factors' order, and needs
 * no choice of contrasts. Source: Fox, Applied Regression Analysis, 8.2.
 * @param options.order How many factors an interaction has at most. Default 2.
 * @throws one line when a factor is unknown, and when there is no variation to explain.
 */
export function anova(
  observations: readonly Observation[],
  factors: readonly string[],
  options: { order?: number } = {},
): AnovaTable {
  const { order = 2 } = options;
  const seconds = checkedSeconds(observations);
  if (factors.length === 0 || !(order >= 1)) {
    throw new Error(
      `Analyse at least one factor, and interactions of at least one: not ${factors.length} and ${order}.`,
    );
  }
  const levels = new Map(factors.map((factor) => [factor, checkedLevels(observations, factor)]));
  const several = factors.filter((factor) => levels.get(factor)!.length > 1);
  const single = factors.filter((factor) => !several.includes(factor));
  const leftOut = single.map((factor) => ({
    term: factor,
    why: `${factor}: all runs have ${levels.get(factor)![0]}, so it has no effect to find.`,
  }));
  const terms = termsOf(several, order).map((each) => ({ ...each, columns: termColumns(observations, each, levels) }));
  const full = leastSquares(
    terms.flatMap(({ columns }) => columns),
    seconds,
  );
  if (full.totalSumOfSquares === 0) {
    throw new Error(`All ${seconds.length} runs took ${seconds[0]} s, so there is no variation to explain.`);
  }

  const noise = Math.sqrt(full.residualSumOfSquares / full.totalSumOfSquares) > ROUNDING;
  const left = noise ? full.residualSumOfSquares : 0;
  const df = full.degreesOfFreedom;
  const residual = {
    df,
    sumOfSquares: left,
    meanSquare: df > 0 ? left / df : NaN,
    share: left / full.totalSumOfSquares,
  };
  const why = whyNoF(df, noise, seconds.length);
  const rows: AnovaRow[] = [];
  for (const term of terms) {
    const others = terms.filter((other) => !contains(other, term)).flatMap(({ columns }) => columns);
    const fit = leastSquares([...others, ...term.columns], seconds);
    const explained = fit.explained.filter((_, at) => fit.kept[at] >= others.length);
    if (explained.length < term.columns.length) {
      leftOut.push({ term: term.name, why: whyInestimable(observations, term, levels, explained.length) });
      continue;
    }
    const sumOfSquares = explained.reduce((a, b) => a + b, 0);
    const meanSquare = sumOfSquares / explained.length;
    const F = why === undefined ? meanSquare / residual.meanSquare : NaN;
    rows.push({
      term: term.name,
      factors: term.factors,
      df: explained.length,
      sumOfSquares,
      meanSquare,
      F,
      p: tailOfF(F, explained.length, residual.df),
      share: sumOfSquares / full.totalSumOfSquares,
      partialShare: sumOfSquares / (sumOfSquares + residual.sumOfSquares),
    });
  }
  const total = { df: seconds.length - 1, sumOfSquares: full.totalSumOfSquares };
  return { rows, residual, total, leftOut, ...(why === undefined ? {} : { why }) };
}

/** Whether a term is another one, or that one's interaction with further factors. */
function contains(term: Term, inner: Term): boolean {
  return inner.factors.every((factor) => term.factors.includes(factor));
}

function checkedLevels(observations: readonly Observation[], factor: string): Level[] {
  const without = observations.find(({ levels }) => !(factor in levels));
  if (without === undefined) return levelsAmong(observations, factor);
  throw new Error(`No factor ${factor} in run ${without.run.id}: it has ${Object.keys(without.levels).join(", ")}.`);
}

/** The responses; one that is no time would silently make every sum of squares NaN. */
export function checkedSeconds(observations: readonly Observation[]): number[] {
  if (observations.length === 0) throw new Error("No completed runs, so there is nothing to analyse: run some first.");
  const strange = observations.find(({ seconds }) => !Number.isFinite(seconds));
  if (strange !== undefined)
    throw new Error(`Run ${strange.run.id} has ${strange.seconds} s for its time: leave it out.`);
  return observations.map(({ seconds }) => seconds);
}

function whyNoF(df: number, noise: boolean, runs: number): string | undefined {
  if (df <= 0) {
    return `${runs} runs for as many coefficients: nothing is left to judge the terms by, so run replicates or lower the order.`;
  }
  return noise ? undefined : "The terms explain the times to the last digit: nothing is left to judge them by.";
}

function whyInestimable(
  observations: readonly Observation[],
  { name, factors, columns }: Term & { columns: number[][] },
  levels: ReadonlyMap<string, readonly Level[]>,
  shown: number,
): string {
  const empty = emptyCells(observations, factors, levels);
  if (empty.length === 0) return `${name}: these runs cannot tell it from the other terms.`;
  const cell = factors.map((factor) => `${factor} ${empty[0][factor]}`).join(", ");
  const more = empty.length > 1 ? ` (and ${empty.length - 1} cells more are empty)` : "";
  return `${name}: no run has ${cell}${more}, which leaves ${shown} of its ${columns.length} degrees of freedom.`;
}
