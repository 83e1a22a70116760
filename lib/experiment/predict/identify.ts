import { max } from "simple-statistics";
import { counted } from "../../system/words";
import { leastSquares } from "../statistics/least-squares";
import { around } from "../statistics/tails";
import { estimate, gradientOf, type Estimate, type Problem } from "./estimate";
import type { Term } from "./formula";

/** A parameter that is fitted only if the runs determine it; otherwise it stays at 0. */
export type Candidate =
  (Term & { kind: "secondsPerStep" | "latencySeconds" }) | { kind: "overlap"; levels: Term["levels"] };

/** A candidate that stays at 0. */
export interface Refused {
  candidate: Candidate;
  why: string;
  /** The runs say nothing about the candidate: its true value may be anything. */
  isUntold: boolean;
}

const NOT_TOLD = "these runs cannot tell it from the other values: any would fit with others changed to match";

/** A parameter that changes no run's time by more than this share is only rounding. */
const NEGLIGIBLE_SHARE = 1e-6;

/**
 * Frees candidates one by one, the most certain first, as long as the runs determine them: the other columns do not
 * determine the candidate's column, degrees of freedom remain, and the interval of the estimate lies above 0.
 * @param start The fit of the terms that are always free.
 * @returns the final fit, and the candidates that stay at 0.
 */
export function identify(
  problem: Problem,
  start: Estimate,
  candidates: readonly Candidate[],
  level: number,
): { estimate: Estimate; refused: Refused[] } {
  let current = start;
  let remaining = [...candidates];
  for (;;) {
    const trials = remaining.map((candidate) => ({ candidate, ...tryToFree(problem, current, candidate, level) }));
    const [best] = trials
      .flatMap((trial) => ("estimate" in trial ? [trial] : []))
      .sort((a, b) => b.certainty - a.certainty);
    // The compiler does not know that the list may be empty.
    if ((best as typeof best | undefined) === undefined) {
      const refused = trials.flatMap((trial) => ("why" in trial ? [{ isUntold: false, ...trial }] : []));
      return { estimate: current, refused };
    }
    current = best.estimate;
    remaining = remaining.filter((candidate) => candidate !== best.candidate);
  }
}

/** Certainty is the estimate divided by its standard error. */
type Trial = { estimate: Estimate; certainty: number } | { why: string; isUntold?: boolean };

function tryToFree(problem: Problem, current: Estimate, candidate: Candidate, level: number): Trial {
  const { works } = problem;
  const isOverlap = candidate.kind === "overlap";
  const isShared = isOverlap || candidate.kind === "latencySeconds";
  if (isShared && !works.some(({ syncs }) => syncs > 0)) return { why: "no run is on several nodes", isUntold: true };
  const overlapIsFree = isOverlap || current.overlapIsFree;
  const terms = isOverlap ? current.terms : [...current.terms, candidate];
  if (works.length <= terms.length + (overlapIsFree ? 1 : 0)) {
    return { why: `${counted(works.length, "run")} leave nothing over to judge it by`, isUntold: true };
  }
  if (isOverlap && !tellsOverlap(problem, current)) return { why: NOT_TOLD, isUntold: true };
  const fit = estimate(problem, terms, overlapIsFree ? "free" : 0);
  if (fit?.noise === undefined) return { why: NOT_TOLD, isUntold: true };
  const index = isOverlap ? terms.length : terms.indexOf(candidate);
  const value = isOverlap ? fit.overlap : fit.values[index];
  const error = fit.noise.share * Math.sqrt(fit.covariance[index][index]);
  const { low, high } = around(value, error, fit.degreesOfFreedom, level);
  const effect = max(
    works.map((work, run) => Math.abs(gradientOf(problem, fit, work)[index] * value) / fit.fitted[run]),
  );
  if (value <= 0 || effect < NEGLIGIBLE_SHARE) {
    return { why: `the runs fit best with ${value < 0 ? "less than 0" : "0"}` };
  }
  if (low <= 0) {
    const [from, to] = [low, high].map((bound) => Number(bound.toPrecision(2)));
    return { why: `its ${Math.round(100 * level)} % interval, ${from} to ${to}, holds 0` };
  }
  const negative = fit.terms.find((_, term) => fit.values[term] <= 0);
  if (negative) return { why: `with it ${negative.kind} would be below 0` };
  return { estimate: fit, certainty: value / error };
}

/**
 * Whether the runs determine overlap while no all-reduce is hidden completely. Without runs on one node, or runs with
 * several steps per all-reduce, overlap has the same effect as shorter computing. A completely hidden all-reduce would
 * tell the two apart, but then a single run could decide the fit.
 */
function tellsOverlap(problem: Problem, current: Estimate): boolean {
  const rows = problem.works.map((work, run) =>
    gradientOf(problem, { ...current, overlapIsFree: true }, work).map((slope) => slope / current.fitted[run]),
  );
  return leastSquares(rows, current.fitted) !== undefined;
}
