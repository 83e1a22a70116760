import erfc from "@stdlib/math-base-special-erfc";
import erfcinv from "@stdlib/math-base-special-erfcinv";
import { expectNumber, wholeStep, type StepTimes } from "./scenario";

/** Mean and standard deviation. */
export interface Moments {
  mean: number;
  deviation: number;
}

/** Noise of mean 0 and standard deviation 1: the normal distribution, or an exponential one moved to the left by 1. */
export type NoiseDistribution = NonNullable<StepTimes["noise"]>["distribution"];

/**
 * The largest of n independent values of a distribution with mean 0 and standard deviation 1, in standard deviations:
 * how much later than an average node the slowest of n is ready.
 *
 * `exponential`: the mean is `1 + 1/2 + ... + 1/n - 1` and the variance `1 + 1/4 + ... + 1/n²`. `normal`: there is no
 * closed form from n = 6 on; the integrals of `x n φ(x) Φ(x)^(n-1)` and of its square are computed to 10 digits. The
 * mean grows as `√(2 ln n)`.
 *
 * Source: H. A. David and H. N. Nagaraja, Order Statistics, third edition, 2003, sections 2.3 and 3.1.
 * @param n Whole number from 1.
 * @throws one line for another n.
 */
export function slowestOf(n: number, distribution: NoiseDistribution): Moments {
  expectNumber("The number of nodes", n, Number.isInteger(n) && n >= 1, "a whole number from 1");
  if (distribution === "exponential") {
    let [mean, variance] = [-1, 0];
    for (let k = n; k >= 1; k--) [mean, variance] = [mean + 1 / k, variance + 1 / k ** 2];
    return { mean, deviation: Math.sqrt(variance) };
  }
  return momentsOf((x) => distributionOf("normal", x) ** n, -9, 12, 1000);
}

/**
 * The time of a step that waits for the slowest of n nodes, in seconds, with noise and with one slow node.
 * @throws one line for values out of range.
 */
export function slowestStep(n: number, step: StepTimes): Moments {
  const { seconds, noise, slowNode } = wholeStep(step);
  const { distribution, deviationSeconds } = noise;
  if (deviationSeconds === 0) return { mean: slowNode * seconds, deviation: 0 };
  if (slowNode === 1) {
    const { mean, deviation } = slowestOf(n, distribution);
    return { mean: seconds + deviationSeconds * mean, deviation: deviationSeconds * deviation };
  }
  const share = (time: number): number => distributionOf(distribution, (time - seconds) / deviationSeconds);
  const from = seconds - (distribution === "normal" ? 9 : 1) * deviationSeconds;
  const to = slowNode * (seconds + (distribution === "normal" ? 12 : 36 + Math.log(n)) * deviationSeconds);
  return momentsOf((time) => share(time) ** (n - 1) * share(time / slowNode), from, to, 4000);
}

/** The value that a share `u` of the largest of n values stays below: inverts the distribution function's n-th power. */
export function quantileOfSlowest(u: number, n: number, distribution: NoiseDistribution): number {
  const above = -Math.expm1(Math.log(u) / n); // share of single values above it; exact where it is tiny
  return distribution === "normal" ? Math.SQRT2 * erfcinv(2 * above) : -Math.log(above) - 1;
}

/** The share of values below x. */
function distributionOf(distribution: NoiseDistribution, x: number): number {
  return distribution === "normal" ? erfc(-x / Math.SQRT2) / 2 : x < -1 ? 0 : -Math.expm1(-x - 1);
}

/**
 * Mean and deviation from a distribution function F that is 0 at `from` and 1 at `to`: the mean is `from` + ∫ (1 - F).
 * @param points Of the trapezoidal rule, which is exact to many digits for smooth functions that end level.
 */
function momentsOf(F: (x: number) => number, from: number, to: number, points: number): Moments {
  const width = (to - from) / points;
  let [first, second] = [0, 0];
  for (let at = 0; at <= points; at++) {
    const weight = at === 0 || at === points ? 0.5 : 1;
    const above = weight * (1 - F(from + at * width));
    first += above;
    second += above * at * width;
  }
  const beyond = width * first; // mean of x - from; the mean of its square is 2 ∫ (x - from)(1 - F)
  const square = 2 * (width * second + width ** 2 / 12); // that integrand begins with slope 1 (Euler and Maclaurin's first term)
  return { mean: from + beyond, deviation: Math.sqrt(square - beyond ** 2) };
}
