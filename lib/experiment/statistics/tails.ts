import betainc from "@stdlib/math-base-special-betainc";
import quantile from "@stdlib/stats-base-dists-t-quantile";

/** The level of all intervals of the lesson. */
export const LEVEL = 0.99;

/**
 * Half the width of an interval of Student's t, in standard errors: 4.604 for five values at 99 %.
 * @param level Share of such intervals that contain the true value: 0.99.
 * @throws one line unless the level is between 0 and 1 and there are degrees of freedom.
 */
export function standardErrors(degreesOfFreedom: number, level = LEVEL): number {
  if (!(level > 0 && level < 1)) {
    throw new Error(`The level of an interval is between 0 and 1, and ${level} is not: write 0.99 for 99 %.`);
  }
  if (!(degreesOfFreedom > 0)) throw new Error(`${degreesOfFreedom} degrees of freedom carry no interval.`);
  return quantile((1 + level) / 2, degreesOfFreedom);
}

/** The interval of Student's t around an estimate. @throws as {@link standardErrors}. */
export function around(estimate: number, standardError: number, degreesOfFreedom: number, level = LEVEL) {
  const reach = standardErrors(degreesOfFreedom, level) * standardError;
  return { low: estimate - reach, high: estimate + reach };
}

/**
 * The probability that chance alone gives an F this large or larger. The incomplete beta function gives this tail directly:
 * 1 minus the distribution function would lose all digits of a p below 1e-16. Source: Abramowitz and Stegun, 26.6.2.
 */
export function tailOfF(F: number, degreesOfFreedom: number, residualDegreesOfFreedom: number): number {
  const x = residualDegreesOfFreedom / (residualDegreesOfFreedom + degreesOfFreedom * F);
  return betainc(x, residualDegreesOfFreedom / 2, degreesOfFreedom / 2);
}

/** The probability that chance alone gives a t this far from 0 or farther, on either side; t squared is an F. */
export function tailsOfT(t: number, degreesOfFreedom: number): number {
  return tailOfF(t * t, 1, degreesOfFreedom);
}
