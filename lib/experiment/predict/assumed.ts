import { max, sum } from "simple-statistics";
import { costsOf, gradientOf, pricedOf, type Estimate, type Problem } from "./estimate";
import { belongs, slopeOfOverlap, slopes } from "./formula";
import type { Candidate, Refused } from "./identify";
import { leastSquares } from "./least-squares";
import type { Work } from "./plan";
import type { ParameterKind } from "./types";

/** How much a parameter has to matter, as a share of what it adds to the run. */
const MATTERS = 0.01;

/**
 * What is held at 0 though the fitted runs do not tell it, and matters to a run: with another value, the fitted parameters
 * would change to match the fitted runs, but this run would take another time.
 */
export function assumedFor(
  work: Work,
  { problem, estimate, refused }: { problem: Problem; estimate: Estimate; refused: readonly Refused[] },
): ParameterKind[] {
  const untold = refused.filter(({ isUntold }) => isUntold);
  if (untold.length === 0) return [];
  const { works } = problem;
  const rows = works.map((each, at) => gradientOf(problem, estimate, each).map((slope) => slope / estimate.fitted[at]));
  const own = gradientOf(problem, estimate, work);
  const matters = untold.filter(({ candidate }) => {
    const slope = slopeOf(candidate, work, problem, estimate);
    const column = works.map((each, at) => slopeOf(candidate, each, problem, estimate) / estimate.fitted[at]);
    const made = leastSquares(rows, column)?.coefficients ?? [];
    const matched = sum(made.map((value, at) => value * own[at]));
    const rounding = 1e-6 * max(column.map((each, at) => Math.abs(each * estimate.fitted[at])));
    return Math.abs(slope - matched) > Math.max(rounding, MATTERS * Math.abs(slope), MATTERS * Math.abs(matched));
  });
  return [...new Set(matters.map(({ candidate }) => kindOf(candidate)))];
}

function kindOf(candidate: Candidate): ParameterKind {
  if (candidate === "overlap") return candidate;
  return candidate.kind === "secondsPerByte" ? "bytesPerSecond" : candidate.kind;
}

/** By how much a run's time grows with what is held. */
function slopeOf(candidate: Candidate, work: Work, { known }: Problem, { terms, values, overlap }: Estimate): number {
  if (candidate === "overlap")
    return slopeOfOverlap(work, costsOf(work, [...known, ...pricedOf(terms, values)], overlap));
  return belongs(candidate, work) ? slopes(work, overlap, false)[candidate.kind] : 0;
}
