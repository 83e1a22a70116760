import { sum } from "simple-statistics";
import { noiseOf, type Noise } from "../fits";
import { dot, leastSquares, varianceOfSum } from "../statistics/least-squares";
import { partsAt, type Place } from "./parts";
import type { Prior, ScaleTerm } from "./types";

/** What to fit. */
export interface Problem {
  places: readonly Place[];
  /** The measured time of each place. */
  seconds: readonly number[];
  free: readonly ScaleTerm[];
  priors: Partial<Record<ScaleTerm, Prior>>;
  deviceSpread: number;
  noise: Noise;
}

/** The terms' values with their uncertainty. */
export interface Posterior {
  values: Record<ScaleTerm, number>;
  /** Covariances of the free terms, in their order. */
  covariance: number[][];
  /** Residual standard deviation, with the prior's; for how many rows it counts. */
  noise: Noise;
}

const MOST_ITERATIONS = 1000;
/** Of a term's standard error, and of the noise. */
const SETTLED = 1e-8;
/** The formula comes no closer to a time than this share: what is smaller is lost among the disturbances of a run. */
const EXACT = 1e-3;

/**
 * Fits the free terms to the logarithms of times, so that relative errors count alike. Priors are further rows. Newton's method
 * without second derivatives (Gauss-Newton) solves it. The noise follows from the residuals and the effective number of terms that
 * the rows tell, γ: variance = sum of squares / (rows - γ). Source: D. MacKay, Bayesian interpolation, Neural Computation 4 (3),
 * 1992; prior knowledge of the noise adds its rows and squares.
 * @param start Values of all terms; those that are not free keep them.
 * @returns undefined when the rows cannot tell the free terms apart.
 */
export function posterior(problem: Problem, start: Readonly<Record<ScaleTerm, number>>): Posterior | undefined {
  const { places, seconds, free, priors, noise: known } = problem;
  const withPrior = free.flatMap((term, index) => {
    const prior = priors[term];
    return prior ? [{ index, ...prior }] : [];
  });
  let values = { ...start };
  let share = known.degreesOfFreedom > 0 ? known.share : 0.02;
  for (let iteration = 1; ; iteration++) {
    const slopes = places.map((place) => slopesAt(place, values, problem));
    const residuals = places.map((place, row) => Math.log(seconds[row] / timeAt(place, values, problem)));
    const rows = [
      ...slopes.map((row) => row.map((slope) => slope / share)),
      ...withPrior.map(({ index, deviation }) => free.map((_, term) => (term === index ? 1 / deviation : 0))),
    ];
    const targets = [
      ...residuals.map((residual, row) => (residual + dot(slopes[row], free.map((term) => values[term]))) / share), // prettier-ignore
      ...withPrior.map(({ value, deviation }) => value / deviation),
    ];
    const solution = leastSquares(rows, targets);
    if (!solution) return undefined;
    const { coefficients, covariance } = solution;
    const next = shortened(problem, share, values, coefficients);
    const left = places.map((place, row) => Math.log(seconds[row] / timeAt(place, next, problem)));
    if (left.some((residual) => !Number.isFinite(residual))) return undefined;
    const told = sum(slopes.map((row) => varianceOfSum(solution, row))) / share ** 2;
    const found = noiseOf(left, Math.max(0, places.length - told), known);
    const nextShare = found.degreesOfFreedom < 0.5 ? EXACT : Math.max(EXACT, found.share);
    const isSettled =
      Math.abs(nextShare / share - 1) < SETTLED &&
      free.every((term, index) => Math.abs(next[term] - values[term]) < SETTLED * Math.sqrt(covariance[index][index]));
    [values, share] = [next, nextShare];
    if (isSettled || iteration === MOST_ITERATIONS) {
      return { values, covariance, noise: { ...found, share } };
    }
  }
}

/** At most so many halvings of a step: what is left then is as good as nothing. */
const MOST_HALVINGS = 30;

/**
 * The values after a step of Newton's method: the whole step, or as much of it as does not fit worse than before. Where an all-reduce
 * begins to be hidden completely, the time is not smooth, and whole steps could go to and fro for ever.
 */
function shortened(
  problem: Problem,
  share: number,
  values: Readonly<Record<ScaleTerm, number>>,
  goal: readonly number[],
): Record<ScaleTerm, number> {
  const at = (part: number): Record<ScaleTerm, number> => ({
    ...values,
    ...Object.fromEntries(
      problem.free.map((term, index) => [term, values[term] + part * (goal[index] - values[term])]),
    ),
  });
  const before = misfit(problem, share, values);
  for (let part = 1, halvings = 0; halvings < MOST_HALVINGS; part /= 2, halvings++) {
    const next = at(part);
    if (misfit(problem, share, next) <= before * (1 + SETTLED)) return next;
  }
  return { ...values };
}

/** What the fit makes as small as it can: squares of rows and priors, in standard deviations. */
function misfit(problem: Problem, share: number, values: Readonly<Record<ScaleTerm, number>>): number {
  const { places, seconds, free, priors } = problem;
  const rows = places.map((place, row) => Math.log(seconds[row] / timeAt(place, values, problem)) / share);
  const known = free.map((term) => {
    const prior = priors[term];
    return prior ? (values[term] - prior.value) / prior.deviation : 0;
  });
  return sum([...rows, ...known].map((error) => error ** 2));
}

function timeAt(place: Place, values: Readonly<Record<ScaleTerm, number>>, { deviceSpread }: Problem): number {
  return partsAt(place, values, deviceSpread).seconds;
}

/** The derivatives of the logarithm of a time with respect to the free terms, by central differences. */
export function slopesAt(place: Place, values: Readonly<Record<ScaleTerm, number>>, problem: Problem): number[] {
  return problem.free.map((term) => {
    const step = 1e-6 * (Math.abs(values[term]) || 1);
    const [low, high] = [-step, step].map((by) => timeAt(place, { ...values, [term]: values[term] + by }, problem));
    return Math.log(high / low) / (2 * step);
  });
}
