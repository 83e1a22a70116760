import { sum } from "simple-statistics";
import {
  belongs,
  hidesAll,
  partsOf,
  secondsOf,
  slopeOfOverlap,
  slopes,
  type Costs,
  type Term,
  type TermKind,
} from "./formula";
import { leastSquares } from "./least-squares";
import type { Work } from "./plan";

/** A term with its value. */
export interface Priced {
  term: Term;
  value: number;
}

/** Runs to fit terms to. */
export interface Problem {
  works: readonly Work[];
  /** Measured. */
  seconds: readonly number[];
  /** Terms that are known. */
  known: readonly Priced[];
}

/** Terms fitted to runs. */
export interface Estimate {
  terms: readonly Term[];
  /** Of the terms. */
  values: number[];
  overlap: number;
  overlapIsFree: boolean;
  fitted: number[];
  /** `measured / fitted - 1`. */
  residuals: number[];
  deviance: number;
  degreesOfFreedom: number;
  /** Of the terms, and of overlap after them where it is free; for relative residuals of variance 1. */
  covariance: number[][];
}

const STEPS = 100;

/**
 * Fits terms to runs, relative errors counting alike: times span a decade, and what disturbs a run disturbs a long one
 * longer. It is a generalised linear model of the gamma family with the identity as its link, solved by least squares with
 * weights 1 / fitted^2, over and over until they stay: P. McCullagh and J. Nelder, Generalized linear models, 2nd ed., 1989,
 * sections 2.5 and 8.
 * @param overlap Given, or `free` to look for the best one from 0 to 1.
 * @returns undefined where the runs cannot tell the terms apart.
 */
export function estimate(problem: Problem, terms: readonly Term[], overlap: number | "free"): Estimate | undefined {
  const best =
    overlap === "free" ? bestOverlap((each) => solveAt(problem, terms, each)) : solveAt(problem, terms, overlap);
  return best && withCovariance(problem, best, overlap === "free");
}

type Solved = Pick<Estimate, "terms" | "values" | "overlap" | "fitted" | "deviance">;

function solveAt({ works, seconds, known }: Problem, terms: readonly Term[], overlap: number): Solved | undefined {
  let fitted = [...seconds];
  let hidden = works.map(() => false);
  for (let step = 1; ; step++) {
    const all = works.map((work, at) => slopes(work, overlap, hidden[at]));
    const rows = works.map((work, at) =>
      terms.map((term) => (belongs(term, work) ? all[at][term.kind] / fitted[at] : 0)),
    );
    const rest = works.map((work, at) => {
      const given = known.filter(({ term }) => belongs(term, work));
      return seconds[at] - sum(given.map(({ term, value }) => all[at][term.kind] * value));
    });
    const solution = leastSquares(rows, rest.map((value, at) => value / fitted[at])); // prettier-ignore
    if (!solution) return undefined;
    const values = solution.coefficients;
    const costs = works.map((work) => costsOf(work, [...known, ...pricedOf(terms, values)], overlap));
    const next = works.map((work, at) => secondsOf(partsOf(work, costs[at])));
    if (next.some((value) => !(value > 0))) return undefined;
    const nowHidden = works.map((work, at) => hidesAll(work, costs[at]));
    const isSettled =
      next.every((value, at) => Math.abs(value / fitted[at] - 1) < 1e-12) &&
      nowHidden.every((value, at) => value === hidden[at]);
    [fitted, hidden] = [next, nowHidden];
    if (isSettled || step === STEPS) return { terms, values, overlap, fitted, deviance: devianceOf(seconds, fitted) };
  }
}

/** Of the gamma family: close to the sum of the squared relative residuals. */
function devianceOf(seconds: readonly number[], fitted: readonly number[]): number {
  return 2 * sum(seconds.map((value, at) => value / fitted[at] - 1 - Math.log(value / fitted[at])));
}

/** Terms with their values. */
export function pricedOf(terms: readonly Term[], values: readonly number[]): Priced[] {
  return terms.map((term, at) => ({ term, value: values[at] }));
}

/** What the terms are for one run; a term that it does not have is 0. */
export function costsOf(work: Work, priced: readonly Priced[], overlap: number): Costs {
  const of = (kind: TermKind) => priced.find(({ term }) => term.kind === kind && belongs(term, work))?.value ?? 0;
  return {
    secondsPerImage: of("secondsPerImage"),
    secondsPerStep: of("secondsPerStep"),
    secondsPerByte: of("secondsPerByte"),
    latencySeconds: of("latencySeconds"),
    overlap,
  };
}

const GRID = 40;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** The time is not linear in overlap, nor smooth where an all-reduce begins to hide altogether: so all of it is searched. */
function bestOverlap(at: (overlap: number) => Solved | undefined): Solved | undefined {
  const deviance = (overlap: number) => at(overlap)?.deviance ?? Infinity;
  const grid = Array.from({ length: GRID + 1 }, (_, step) => deviance(step / GRID));
  const least = grid.indexOf(Math.min(...grid));
  let [low, high] = [Math.max(0, least - 1) / GRID, Math.min(GRID, least + 1) / GRID];
  while (high - low > 1e-7) {
    const [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    if (deviance(left) < deviance(right)) high = right;
    else low = left;
  }
  const [inner, edge] = [at((low + high) / 2), at(least / GRID)];
  return (inner?.deviance ?? Infinity) < (edge?.deviance ?? Infinity) ? inner : edge;
}

function withCovariance(problem: Problem, solved: Solved, overlapIsFree: boolean): Estimate | undefined {
  const { works, seconds } = problem;
  const { terms, fitted } = solved;
  const rows = works.map((work, at) =>
    gradientOf(problem, { ...solved, overlapIsFree }, work).map((slope) => slope / fitted[at]),
  );
  const solution = leastSquares(rows, rows.map(() => 0)); // prettier-ignore
  if (!solution) return undefined;
  return {
    ...solved,
    overlapIsFree,
    residuals: seconds.map((value, at) => value / fitted[at] - 1),
    degreesOfFreedom: works.length - terms.length - (overlapIsFree ? 1 : 0),
    covariance: solution.covariance,
  };
}

/** By how much a run's time grows with each free parameter. */
export function gradientOf(
  { known }: Pick<Problem, "known">,
  { terms, values, overlap, overlapIsFree }: Pick<Estimate, "terms" | "values" | "overlap" | "overlapIsFree">,
  work: Work,
): number[] {
  const costs = costsOf(work, [...known, ...pricedOf(terms, values)], overlap);
  const slope = slopes(work, overlap, hidesAll(work, costs));
  const linear = terms.map((term) => (belongs(term, work) ? slope[term.kind] : 0));
  return overlapIsFree ? [...linear, slopeOfOverlap(work, costs)] : linear;
}
