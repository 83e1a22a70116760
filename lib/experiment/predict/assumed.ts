import { max, sum } from "simple-statistics";
import { leastSquares } from "../statistics/least-squares";
import { costsOf, gradientOf, withValues, type Estimate, type Problem } from "./estimate";
import { appliesTo, slopeOfOverlap, slopes } from "./formula";
import type { Candidate, Refused } from "./identify";
import type { Work } from "./run-plan";
import type { ParameterKind } from "./types";

/** A parameter matters to a run from this share of the time that it adds. */
const MATTERS = 0.01;

/**
 * The parameters held at 0 that the fitted runs do not determine and that matter to a run. With another value, the fitted
 * parameters would change so that the fitted runs still match, but the prediction for this run would change.
 */
export function assumedFor(
  work: Work,
  { problem, estimate, refused }: { problem: Problem; estimate: Estimate; refused: readonly Refused[] },
): ParameterKind[] {
  const untold = refused.filter(({ isUntold }) => isUntold);
  if (untold.length === 0) return [];
  const { works } = problem;
  const rows = works.map((each, run) =>
    gradientOf(problem, estimate, each).map((slope) => slope / estimate.fitted[run]),
  );
  const gradient = gradientOf(problem, estimate, work);
  const matters = untold.filter(({ candidate }) => {
    const slope = slopeOf(candidate, work, problem, estimate);
    const column = works.map((each, run) => slopeOf(candidate, each, problem, estimate) / estimate.fitted[run]);
    const changes = leastSquares(rows, column)?.coefficients ?? [];
    const matched = sum(changes.map((change, parameter) => change * gradient[parameter]));
    const rounding = 1e-6 * max(column.map((share, run) => Math.abs(share * estimate.fitted[run])));
    return Math.abs(slope - matched) > Math.max(rounding, MATTERS * Math.abs(slope), MATTERS * Math.abs(matched));
  });
  return [...new Set(matters.map(({ candidate }) => candidate.kind))];
}

/** The derivative of a run's time with respect to a candidate. */
function slopeOf(candidate: Candidate, work: Work, { known }: Problem, { terms, values, overlap }: Estimate): number {
  if (candidate.kind === "overlap")
    return slopeOfOverlap(work, costsOf(work, [...known, ...withValues(terms, values)], overlap));
  return appliesTo(candidate, work) ? slopes(work, overlap, false)[candidate.kind] : 0;
}
