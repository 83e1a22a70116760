import { factorsBut, type Level, type Observation } from "../observations";
import { checkedSeconds, type LeftOut } from "./anova";
import { withIntercept, type WithIntercept } from "./least-squares";
import { around, LEVEL, tailsOfT } from "./tails";

/** `linear`: batch and nodes. `quadratic`: the square of batch as well, as in the study of three nodes. */
export type TimeModelKind = "linear" | "quadratic";

/** A coefficient. Its unit is seconds per unit of its term: `nodes` is in seconds per node. */
export interface ModelTerm {
  /** `intercept`, `batch`, `nodes` or `batch²`. */
  name: string;
  estimate: number;
  /** NaN, like the fields below, if there are as many runs as coefficients. */
  standardError: number;
  t: number;
  /** Probability that chance alone gives a t this far from 0 or farther, if the true coefficient is 0. */
  p: number;
  /** 99 % confidence interval. */
  low: number;
  high: number;
}

/** The expected seconds of a run, with the interval for a single new run. */
export interface PredictedTime {
  seconds: number;
  /** NaN if the model has no degrees of freedom left. */
  low: number;
  high: number;
}

/** A linear or quadratic model of time on batch and nodes, for one network and mode. */
export interface TimeModel {
  kind: TimeModelKind;
  terms: ModelTerm[];
  /** Terms that the levels cannot tell apart. */
  leftOut: LeftOut[];
  /** Why standard errors and intervals are NaN, in one line. */
  why?: string;
  /** Share of the variation that the model explains. */
  rSquared: number;
  /** `rSquared`, corrected for the number of terms. */
  adjustedRSquared: number;
  /** A run's typical distance from the model, in seconds. */
  residualStandardError: number;
  /** Runs - coefficients. */
  degreesOfFreedom: number;
  /** The model's seconds of each observation. */
  fitted: number[];
  /** Measured - fitted, in seconds. */
  residuals: number[];
  /** The fitted observations: those on more than one node. */
  observations: Observation[];
  /** Predicts a new run. `batch` counts the images of a step on one node; `level` is 0.99 by default. */
  predict(at: { batch: number; nodes: number }, level?: number): PredictedTime;
}

interface Shape {
  name: string;
  valueAt(batch: number, nodes: number): number;
}

const linear: Shape[] = [
  { name: "batch", valueAt: (batch) => batch },
  { name: "nodes", valueAt: (_, nodes) => nodes },
];
const quadratic: Shape[] = [...linear, { name: "batch²", valueAt: (batch) => batch ** 2 }];

/**
 * Fits the seconds of runs on more than one node by least squares: on batch and nodes, or also on the square of batch.
 * Runs on one node send nothing and follow another law. A term that the levels cannot tell from earlier terms is left out
 * with a reason: through two batch sizes, a line goes as well as a curve.
 * @throws one line when there is no such run, when runs differ in another factor, or when neither batch nor nodes varies.
 */
export function fitTimeModel(observations: readonly Observation[], kind: TimeModelKind): TimeModel {
  const used = observations.filter(({ levels }) => Number(levels.nodes) > 1);
  if (used.length === 0) throw new Error("No run on more than one node, and the models of time are of such runs.");
  checkOneLaw(used);
  const seconds = checkedSeconds(used);
  const places = used.map(({ levels }) => [numberOf(levels, "batch"), numberOf(levels, "nodes")] as const);
  const shapes = kind === "linear" ? linear : quadratic;
  const fit = withIntercept(
    shapes.map(({ valueAt }) => places.map(([batch, nodes]) => valueAt(batch, nodes))),
    seconds,
  );
  const kept = fit.kept.map((index) => shapes[index]);
  if (kept.length === 0) {
    throw new Error(`Every run has batch ${places[0][0]} on ${places[0][1]} nodes, so there is nothing to model.`);
  }

  const variance = fit.degreesOfFreedom > 0 ? fit.residualSumOfSquares / fit.degreesOfFreedom : NaN;
  const rSquared = 1 - fit.residualSumOfSquares / fit.totalSumOfSquares;
  const origin = fit.fittedAt(kept.map(() => 0));
  const estimates = [origin.value, ...fit.coefficients];
  const variances = [origin.variance, ...fit.coefficientVariances];
  return {
    kind,
    terms: ["intercept", ...kept.map(({ name }) => name)].map((name, index) =>
      term(name, estimates[index], Math.sqrt(variance * variances[index]), fit.degreesOfFreedom),
    ),
    leftOut: shapes
      .filter((shape) => !kept.includes(shape))
      .map(({ name }) => ({ term: name, why: whyLeftOut(name, places) })),
    ...(fit.degreesOfFreedom > 0 ? {} : { why: whyNoErrors(used.length) }),
    rSquared,
    adjustedRSquared: 1 - variance / (fit.totalSumOfSquares / (used.length - 1)),
    residualStandardError: Math.sqrt(variance),
    degreesOfFreedom: fit.degreesOfFreedom,
    fitted: seconds.map((value, run) => value - fit.residuals[run]),
    residuals: fit.residuals,
    observations: used,
    predict: ({ batch, nodes }, level = LEVEL) => {
      const point = kept.map(({ valueAt }) => valueAt(batch, nodes));
      return predicted(fit, point, variance, level);
    },
  };
}

function term(name: string, estimate: number, standardError: number, degreesOfFreedom: number): ModelTerm {
  const t = estimate / standardError;
  const p = tailsOfT(t, degreesOfFreedom);
  return { ...{ name, estimate, standardError, t, p }, ...bounds(estimate, standardError, degreesOfFreedom) };
}

function predicted(fit: WithIntercept, point: number[], variance: number, level: number): PredictedTime {
  const { value, variance: ofMean } = fit.fittedAt(point);
  return { seconds: value, ...bounds(value, Math.sqrt(variance * (1 + ofMean)), fit.degreesOfFreedom, level) };
}

function bounds(estimate: number, standardError: number, degreesOfFreedom: number, level?: number) {
  return degreesOfFreedom > 0 ? around(estimate, standardError, degreesOfFreedom, level) : { low: NaN, high: NaN };
}

/** Runs that differ in another factor follow different laws, which one model cannot describe. */
function checkOneLaw(observations: readonly Observation[]): void {
  for (const factor of factorsBut(observations, "batch", "nodes")) {
    const levels = [...new Set(observations.map((observation) => observation.levels[factor]))];
    if (levels.length < 2) continue;
    throw new Error(`A model of time is of one ${factor}, and these runs have ${levels.join(", ")}: fit one for each.`);
  }
}

function numberOf(levels: Readonly<Record<string, Level>>, factor: string): number {
  const level = levels[factor];
  if (typeof level === "number") return level;
  throw new Error(`A model of time needs a number for ${factor}, not ${level}.`);
}

function whyLeftOut(name: string, places: readonly (readonly [number, number])[]): string {
  const batches = [...new Set(places.map(([batch]) => batch))].sort((a, b) => a - b);
  const nodes = [...new Set(places.map(([, count]) => count))].sort((a, b) => a - b);
  if (name.includes("batch") && batches.length === 1) return `${name}: all runs have batch ${batches[0]}.`;
  if (name.includes("nodes") && nodes.length === 1) return `${name}: all runs have ${nodes[0]} nodes.`;
  if (name === "batch²" && batches.length === 2)
    return `${name}: through batch ${batches.join(" and ")} goes a line as well as a curve.`;
  return `${name}: the ${places.length} runs cannot tell it from the terms before it.`;
}

function whyNoErrors(runs: number): string {
  return `${runs} runs for ${runs} coefficients: nothing is left to judge the model by, so it has no standard errors.`;
}
