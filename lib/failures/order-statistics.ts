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
  return momentsOf((x) => distributionOf("normal", x) ** n, -9, 12);
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
  // From here on, times are counted from a usual node's mean, in deviations of a usual node: the slow node's mean is `late`. The step is
  // later than the slow node by ∫ S (1 - U), where S is the slow node's distribution function and U that of the slowest usual node. That
  // product is 0 outside the overlap of the two, however far apart they are.
  const late = ((slowNode - 1) * seconds) / deviationSeconds;
  const [lowest, highest] = distribution === "normal" ? [-9, 12] : [-1, 36 + Math.log(n)];
  const usualIsLater = (x: number): number =>
    distributionOf(distribution, (x - late) / slowNode) * (1 - distributionOf(distribution, x) ** (n - 1));
  const integral = (f: (x: number) => number): number => {
    const from = late + slowNode * lowest;
    return simpson(f, from, lowest) + simpson(f, Math.max(from, lowest), highest);
  };
  const more = integral(usualIsLater);
  const square = slowNode ** 2 + 2 * integral((x) => (x - late) * usualIsLater(x)); // mean of the square of x - late
  return {
    mean: slowNode * seconds + deviationSeconds * more,
    deviation: deviationSeconds * Math.sqrt(square - more ** 2),
  };
}

/** The integral of a smooth function by Simpson's rule; 0 where `to` is not above `from`. */
function simpson(f: (x: number) => number, from: number, to: number): number {
  if (!(to > from)) return 0;
  const points = 2000;
  const width = (to - from) / points;
  let sum = f(from) + f(to);
  for (let at = 1; at < points; at++) sum += (at % 2 === 1 ? 4 : 2) * f(from + at * width);
  return (sum * width) / 3;
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

/** Mean and deviation from a distribution function F that is 0 at `from` and 1 at `to`: the mean is `from` + ∫ (1 - F). */
function momentsOf(F: (x: number) => number, from: number, to: number): Moments {
  const beyond = simpson((x) => 1 - F(x), from, to); // mean of x - from; the mean of its square is 2 ∫ (x - from)(1 - F)
  const square = 2 * simpson((x) => (x - from) * (1 - F(x)), from, to);
  return { mean: from + beyond, deviation: Math.sqrt(square - beyond ** 2) };
}
