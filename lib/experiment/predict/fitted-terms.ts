import type { Estimate, Problem, ValuedTerm } from "./estimate";
import type { Term } from "./formula";
import type { Refused } from "./identify";

/** The result of a fit, by terms. */
export interface FittedTerms {
  problem: Problem;
  estimate: Estimate;
  /** Terms with a fixed value, and why it is fixed. */
  known: (ValuedTerm & { why: string })[];
  /** Rates of networks that no run used. */
  unknown: Term[];
  refused: Refused[];
  level: number;
}
