import { sum } from "simple-statistics";
import { levelsAmong, type Level, type Observation } from "../observations";
import { withIntercept } from "./least-squares";
import { tailOfF } from "./tails";
import { emptyCells, termColumns, termsOf, type Term } from "./terms";

/** The variation of the times that one factor, or an interaction of several, explains. */
export interface AnovaRow {
  /** `batch`, or `mode × batch` for an interaction: how much the effect of one depends on the level of the other. */
  term: string;
  factors: string[];
  df: number;
  /** Seconds squared. */
  sumOfSquares: number;
  meanSquare: number;
  /** Mean square divided by the residual's. NaN without a residual: see {@link AnovaTable.why}. */
  F: number;
  /** Probability that chance alone gives an F this large or larger. NaN if F is. */
  p: number;
  /** Share of all variation: eta squared, 0 to 1. Only in balanced designs do all shares and the residual's add up to 1. */
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
  /** The variation that the terms do not explain: chance, and interactions of more factors than `order`. */
  residual: { df: number; sumOfSquares: number; meanSquare: number; share: number };
  /** Around the mean of all runs. */
  total: { df: number; sumOfSquares: number };
  /** Terms without a row. Their variation is neither in another term's row nor in the residual. */
  leftOut: LeftOut[];
  /** Why F and p are NaN, in one line. */
  why?: string;
}

/** The name of the blocks among the terms. */
const BLOCK = "block";

/** A residual below this share of all variation is only rounding. */
const ROUNDING = 1e-13;

/**
 * Analyses the effects of factors and their interactions on the seconds of runs, in balanced and unbalanced designs. Sums
 * of squares are of type II: what a term explains beyond all terms that do not contain it. In a balanced design there is
 * only this decomposition; in others it depends neither on the factors' order nor on a choice of contrasts.
 * Source: Fox, Applied Regression Analysis, 8.2.
 * @param options.order The most factors of an interaction. Default 2.
 * @param options.blocks Whether the blocks of the design (the replicates) get a row of their own, without interactions: what
 * differs from block to block, such as a machine that slows down, is then no part of the residual. Default false.
 * @throws one line when a factor is unknown, or when there is no variation to explain.
 */
export function anova(
  runs: readonly Observation[],
  factors: readonly string[],
  options: { order?: number; blocks?: boolean } = {},
): AnovaTable {
  const { order = 2, blocks = false } = options;
  const observations = blocks ? runs.map(withBlock) : runs;
  const seconds = checkedSeconds(observations);
  if (factors.length === 0 || !(order >= 1)) {
    throw new Error(
      `Analyse at least one factor, and interactions of at least one: not ${factors.length} and ${order}.`,
    );
  }
  const analysed = blocks ? [BLOCK, ...factors] : factors;
  const levels = new Map(analysed.map((factor) => [factor, checkedLevels(observations, factor)]));
  const several = analysed.filter((factor) => levels.get(factor)!.length > 1);
  const single = analysed.filter((factor) => !several.includes(factor));
  const leftOut = single.map((factor) => ({
    term: factor,
    why: `${factor}: all runs have ${levels.get(factor)![0]}, so it has no effect to find.`,
  }));
  const terms = termsOf(several, order)
    .filter((term) => !blocks || term.factors.length === 1 || !term.factors.includes(BLOCK))
    .map((term) => ({ ...term, columns: termColumns(observations, term, levels) }));
  const full = withIntercept(
    terms.flatMap(({ columns }) => columns),
    seconds,
  );
  if (full.totalSumOfSquares === 0) {
    throw new Error(`All ${seconds.length} runs took ${seconds[0]} s, so there is no variation to explain.`);
  }

  const hasNoise = Math.sqrt(full.residualSumOfSquares / full.totalSumOfSquares) > ROUNDING;
  const unexplained = hasNoise ? full.residualSumOfSquares : 0;
  const df = full.degreesOfFreedom;
  const residual = {
    df,
    sumOfSquares: unexplained,
    meanSquare: df > 0 ? unexplained / df : NaN,
    share: unexplained / full.totalSumOfSquares,
  };
  const why = whyNoF(df, hasNoise, seconds.length);
  const rows: AnovaRow[] = [];
  for (const term of terms) {
    const others = terms.filter((other) => !contains(other, term)).flatMap(({ columns }) => columns);
    const fit = withIntercept([...others, ...term.columns], seconds);
    const explained = fit.explained.filter((_, index) => fit.kept[index] >= others.length);
    if (explained.length < term.columns.length) {
      leftOut.push({ term: term.name, why: whyInestimable(observations, term, levels, explained.length) });
      continue;
    }
    rows.push(anovaRow(term, explained, { residual, total: full.totalSumOfSquares, noF: why !== undefined }));
  }
  const total = { df: seconds.length - 1, sumOfSquares: full.totalSumOfSquares };
  return { rows, residual, total, leftOut, ...(why === undefined ? {} : { why }) };
}

function withBlock(observation: Observation): Observation {
  const { levels, replicate } = observation;
  if (BLOCK in levels) throw new Error(`The design has a factor named ${BLOCK}: give it another name.`);
  return { ...observation, levels: { [BLOCK]: replicate, ...levels } };
}

/** The row of one term. @param explained the sums of squares of its columns */
function anovaRow(
  { name, factors }: Term,
  explained: readonly number[],
  { residual, total, noF }: { residual: AnovaTable["residual"]; total: number; noF: boolean },
): AnovaRow {
  const sumOfSquares = sum(explained);
  const meanSquare = sumOfSquares / explained.length;
  const F = noF ? NaN : meanSquare / residual.meanSquare;
  return {
    term: name,
    factors,
    df: explained.length,
    sumOfSquares,
    meanSquare,
    F,
    p: tailOfF(F, explained.length, residual.df),
    share: sumOfSquares / total,
    partialShare: sumOfSquares / (sumOfSquares + residual.sumOfSquares),
  };
}

/** Whether a term has all factors of another one. */
function contains(term: Term, inner: Term): boolean {
  return inner.factors.every((factor) => term.factors.includes(factor));
}

function checkedLevels(observations: readonly Observation[], factor: string): Level[] {
  const without = observations.find(({ levels }) => !(factor in levels));
  if (without === undefined) return levelsAmong(observations, factor);
  throw new Error(`No factor ${factor} in run ${without.run.id}: it has ${Object.keys(without.levels).join(", ")}.`);
}

/** The seconds of each run, checked: a single NaN would make every sum of squares NaN. */
export function checkedSeconds(observations: readonly Observation[]): number[] {
  if (observations.length === 0) throw new Error("No completed runs, so there is nothing to analyse: run some first.");
  const strange = observations.find(({ seconds }) => !Number.isFinite(seconds));
  if (strange !== undefined)
    throw new Error(`Run ${strange.run.id} has ${strange.seconds} s for its time: leave it out.`);
  return observations.map(({ seconds }) => seconds);
}

function whyNoF(df: number, hasNoise: boolean, runs: number): string | undefined {
  if (df <= 0) {
    return `${runs} runs for as many coefficients: nothing is left to judge the terms by, so run replicates or lower the order.`;
  }
  return hasNoise ? undefined : "The terms explain the times to the last digit: nothing is left to judge them by.";
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
