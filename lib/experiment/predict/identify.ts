import { max } from "simple-statistics";
import { standardErrors } from "../statistics";
import { estimate, gradientOf, type Estimate, type Problem } from "./estimate";
import type { Term } from "./formula";
import { leastSquares } from "./least-squares";
import { residualDeviation } from "./student";

/** What may be freed if the runs tell it. */
export type Candidate = Term | "overlap";

/** A candidate that stays at 0. */
export interface Refused {
  candidate: Candidate;
  why: string;
  /** Whether the runs say nothing of it at all: it may be anything. */
  isUntold: boolean;
}

/** Terms that every run has, and those of the others that the runs tell. */
export interface Identified {
  estimate: Estimate;
  refused: Refused[];
}

const NOT_TOLD = "these runs cannot tell it from the other values: any would fit with others changed to match";

/** What would change no run's time by more than this share is rounding. */
const NOTHING = 1e-6;

/**
 * Frees candidates one by one, the surest first, as long as the runs can tell them: the columns are not determined by the
 * others, runs are left to judge the error by, and the interval of the estimate lies above 0.
 * @param start The terms that are free in any case, fitted.
 */
export function identify(
  problem: Problem,
  start: Estimate,
  candidates: readonly Candidate[],
  level: number,
): Identified {
  let current = start;
  let left = [...candidates];
  for (;;) {
    const tried = left.map((candidate) => ({ candidate, ...attempt(problem, current, candidate, level) }));
    const [surest] = tried.filter(isFreed).sort((a, b) => b.certainty - a.certainty);
    // The compiler does not know that the list may be empty.
    if ((surest as typeof surest | undefined) === undefined) {
      return { estimate: current, refused: tried.map(refusedOf) };
    }
    current = surest.estimate;
    left = left.filter((candidate) => candidate !== surest.candidate);
  }
}

interface Attempt {
  estimate?: Estimate;
  /** Estimate over standard error. */
  certainty?: number;
  why?: string;
  isUntold?: boolean;
}

function refusedOf({ candidate, why = "", isUntold = false }: Attempt & { candidate: Candidate }): Refused {
  return { candidate, why, isUntold };
}

function isFreed<T extends Attempt>(attempt: T): attempt is T & Required<Pick<Attempt, "estimate" | "certainty">> {
  return attempt.estimate !== undefined;
}

function attempt(problem: Problem, current: Estimate, candidate: Candidate, level: number): Attempt {
  const { works } = problem;
  const isShared = candidate === "overlap" || candidate.kind === "latencySeconds";
  if (isShared && !works.some(({ syncs }) => syncs > 0)) return { why: "no run is on several nodes", isUntold: true };
  const isFree = candidate === "overlap" || current.overlapIsFree;
  const terms = candidate === "overlap" ? current.terms : [...current.terms, candidate];
  if (works.length <= terms.length + (isFree ? 1 : 0)) {
    return { why: `${runs(works.length)} leave nothing over to judge it by`, isUntold: true };
  }
  if (candidate === "overlap" && !tellsOverlap(problem, current)) return { why: NOT_TOLD, isUntold: true };
  const tried = estimate(problem, terms, isFree ? "free" : 0);
  const deviation = tried && residualDeviation(tried);
  if (tried === undefined || deviation === undefined) {
    return { why: NOT_TOLD, isUntold: true };
  }
  const at = candidate === "overlap" ? terms.length : terms.indexOf(candidate);
  const value = candidate === "overlap" ? tried.overlap : tried.values[at];
  const error = deviation * Math.sqrt(tried.covariance[at][at]);
  const reach = standardErrors(tried.degreesOfFreedom, level) * error;
  const effect = max(
    works.map((work, run) => Math.abs(gradientOf(problem, tried, work)[at] * value) / tried.fitted[run]),
  );
  if (value <= 0 || effect < NOTHING) return { why: `the runs fit best with ${value < 0 ? "less than 0" : "0"}` };
  if (value - reach <= 0) {
    const [low, high] = [value - reach, value + reach].map((each) => Number(each.toPrecision(2)));
    return { why: `its ${Math.round(100 * level)} % interval, ${low} to ${high}, holds 0` };
  }
  const lost = tried.values.findIndex((each) => each <= 0);
  if (lost >= 0) return { why: `with it ${tried.terms[lost].kind} would be below 0` };
  return { estimate: tried, certainty: value / error };
}

/**
 * Whether the runs tell overlap as long as no all-reduce hides altogether. Without runs on one node, or of several steps from
 * one all-reduce to the next, overlap only makes computing look shorter. That some all-reduces would hide altogether tells
 * it from that, but then a single run can bend the law to itself.
 */
function tellsOverlap(problem: Problem, current: Estimate): boolean {
  const rows = problem.works.map((work, run) =>
    gradientOf(problem, { ...current, overlapIsFree: true }, work).map((slope) => slope / current.fitted[run]),
  );
  return leastSquares(rows, current.fitted) !== undefined;
}

/** "1 run", "2 runs". */
export function runs(count: number): string {
  return `${count} run${count === 1 ? "" : "s"}`;
}
