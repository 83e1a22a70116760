import { sum } from "simple-statistics";
import { noiseOf, type Noise } from "../fits";
import { leastSquares } from "../statistics/least-squares";
import {
  appliesTo,
  hidesAllReduces,
  partsOf,
  secondsOf,
  slopeOfOverlap,
  slopes,
  type Costs,
  type Term,
  type TermKind,
} from "./formula";
import type { Work } from "./run-plan";

/** A term with its value. */
export interface ValuedTerm {
  term: Term;
  value: number;
}

/** Runs to fit terms to. */
export interface Problem {
  works: readonly Work[];
  /** The measured time of each run. */
  seconds: readonly number[];
  /** Terms with a fixed value. */
  known: readonly ValuedTerm[];
}

/** Terms fitted to runs. */
export interface Estimate {
  terms: readonly Term[];
  /** One for each term. */
  values: number[];
  overlap: number;
  overlapIsFree: boolean;
  fitted: number[];
  /** `measured / fitted - 1`. */
  residuals: number[];
  /** Missing when there are no more runs than parameters. */
  noise?: Noise;
  deviance: number;
  degreesOfFreedom: number;
  /** Covariances of the terms, followed by overlap if it is free, for relative residuals of variance 1. */
  covariance: number[][];
}

const MOST_ITERATIONS = 100;

/**
 * Fits terms to runs with equal weight on relative errors, because times span a decade and disturbances grow with a run's
 * length. This is a generalised linear model of the gamma family with the identity link, solved by least squares with
 * weights 1 / fitted^2, repeated until they converge: P. McCullagh and J. Nelder, Generalized linear models, 2nd ed., 1989,
 * sections 2.5 and 8.
 * @param overlap A fixed value, or `free` to search for the best one from 0 to 1.
 * @returns undefined when the runs cannot tell the terms apart.
 */
export function estimate(problem: Problem, terms: readonly Term[], overlap: number | "free"): Estimate | undefined {
  const best =
    overlap === "free" ? bestOverlap((value) => solveAt(problem, terms, value)) : solveAt(problem, terms, overlap);
  return best && withCovariance(problem, best, overlap === "free");
}

type Solved = Pick<Estimate, "terms" | "values" | "overlap" | "fitted" | "deviance">;

function solveAt({ works, seconds, known }: Problem, terms: readonly Term[], overlap: number): Solved | undefined {
  let fitted = [...seconds];
  let hidden = works.map(() => false);
  for (let iteration = 1; ; iteration++) {
    const all = works.map((work, run) => slopes(work, overlap, hidden[run]));
    const rows = works.map((work, run) =>
      terms.map((term) => (appliesTo(term, work) ? all[run][term.kind] / fitted[run] : 0)),
    );
    const rest = works.map((work, run) => {
      const fixed = known.filter(({ term }) => appliesTo(term, work));
      return seconds[run] - sum(fixed.map(({ term, value }) => all[run][term.kind] * value));
    });
    const solution = leastSquares(rows, rest.map((value, run) => value / fitted[run])); // prettier-ignore
    if (!solution) return undefined;
    const values = solution.coefficients;
    const costs = works.map((work) => costsOf(work, [...known, ...withValues(terms, values)], overlap));
    const next = works.map((work, run) => secondsOf(partsOf(work, costs[run])));
    if (next.some((value) => !(value > 0))) return undefined;
    const nowHidden = works.map((work, run) => hidesAllReduces(work, costs[run]));
    const isSettled =
      next.every((value, run) => Math.abs(value / fitted[run] - 1) < 1e-12) &&
      nowHidden.every((value, run) => value === hidden[run]);
    [fitted, hidden] = [next, nowHidden];
    if (isSettled || iteration === MOST_ITERATIONS)
      return { terms, values, overlap, fitted, deviance: devianceOf(seconds, fitted) };
  }
}

/** The deviance of the gamma family, close to the sum of the squared relative residuals. */
function devianceOf(seconds: readonly number[], fitted: readonly number[]): number {
  return 2 * sum(seconds.map((value, run) => value / fitted[run] - 1 - Math.log(value / fitted[run])));
}

/** Terms with their values. */
export function withValues(terms: readonly Term[], values: readonly number[]): ValuedTerm[] {
  return terms.map((term, index) => ({ term, value: values[index] }));
}

/** The terms' values for one run; a term that does not apply to it is 0. */
export function costsOf(work: Work, terms: readonly ValuedTerm[], overlap: number): Costs {
  const cost = (kind: TermKind) => terms.find(({ term }) => term.kind === kind && appliesTo(term, work))?.value ?? 0;
  return {
    secondsPerImage: cost("secondsPerImage"),
    secondsPerStep: cost("secondsPerStep"),
    secondsPerByte: cost("secondsPerByte"),
    latencySeconds: cost("latencySeconds"),
    overlap,
  };
}

const GRID = 40;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Searches the whole range of overlap, on a grid first and then by golden section: the time is not linear in overlap, nor
 * smooth where an all-reduce begins to be hidden completely.
 */
function bestOverlap(solve: (overlap: number) => Solved | undefined): Solved | undefined {
  const deviance = (overlap: number) => solve(overlap)?.deviance ?? Infinity;
  const grid = Array.from({ length: GRID + 1 }, (_, step) => deviance(step / GRID));
  const least = grid.indexOf(Math.min(...grid));
  let [low, high] = [Math.max(0, least - 1) / GRID, Math.min(GRID, least + 1) / GRID];
  while (high - low > 1e-7) {
    const [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    if (deviance(left) < deviance(right)) high = right;
    else low = left;
  }
  const [inner, edge] = [solve((low + high) / 2), solve(least / GRID)];
  return (inner?.deviance ?? Infinity) < (edge?.deviance ?? Infinity) ? inner : edge;
}

function withCovariance(problem: Problem, solved: Solved, overlapIsFree: boolean): Estimate | undefined {
  const { works, seconds } = problem;
  const { terms, fitted } = solved;
  const rows = works.map((work, run) =>
    gradientOf(problem, { ...solved, overlapIsFree }, work).map((slope) => slope / fitted[run]),
  );
  const solution = leastSquares(rows, rows.map(() => 0)); // prettier-ignore
  if (!solution) return undefined;
  const residuals = seconds.map((value, run) => value / fitted[run] - 1);
  const degreesOfFreedom = works.length - terms.length - (overlapIsFree ? 1 : 0);
  const noise = degreesOfFreedom < 1 ? {} : { noise: noiseOf(residuals, degreesOfFreedom) };
  return { ...solved, overlapIsFree, residuals, degreesOfFreedom, ...noise, covariance: solution.covariance };
}

/** The derivatives of a run's time with respect to each free parameter. */
export function gradientOf(
  { known }: Pick<Problem, "known">,
  { terms, values, overlap, overlapIsFree }: Pick<Estimate, "terms" | "values" | "overlap" | "overlapIsFree">,
  work: Work,
): number[] {
  const costs = costsOf(work, [...known, ...withValues(terms, values)], overlap);
  const slope = slopes(work, overlap, hidesAllReduces(work, costs));
  const linear = terms.map((term) => (appliesTo(term, work) ? slope[term.kind] : 0));
  return overlapIsFree ? [...linear, slopeOfOverlap(work, costs)] : linear;
}
