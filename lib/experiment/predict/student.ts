import cdf from "@stdlib/stats-base-dists-t-cdf";
import { sum } from "simple-statistics";
import type { Estimate } from "./estimate";

/** Standard deviation of the relative residuals; undefined when there are no more runs than parameters. */
export function residualDeviation({ residuals, degreesOfFreedom }: Estimate): number | undefined {
  if (degreesOfFreedom < 1) return undefined;
  return Math.sqrt(sum(residuals.map((residual) => residual * residual)) / degreesOfFreedom);
}

/** The probability that a value with this standard error, by Student's t, lies below `distance`. */
export function shareBelow(distance: number, standardError: number, degreesOfFreedom: number): number {
  if (standardError === 0) return distance >= 0 ? 1 : 0;
  return cdf(distance / standardError, degreesOfFreedom);
}
