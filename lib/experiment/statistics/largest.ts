/** The largest of several values, each drawn from a normal distribution with mean 0 and standard deviation 1. */
export interface Largest {
  mean: number;
  standardDeviation: number;
}

/** Densities beyond this many standard deviations are below 1e-22. */
const REACH = 10;
const STEPS = 4000;

/**
 * Mean and standard deviation of the largest of `count` independent standard normal values. A step on several devices takes as
 * long as the slowest of them: `mean` standard deviations of one device longer than on one. The density of the largest is
 * n φ(z) Φ(z)^(n - 1); Simpson's rule integrates it, and Φ with it. Source: H. David and H. Nagaraja, Order Statistics, 3rd ed.,
 * 2003.
 * @throws one line unless the count is a whole number from 1.
 */
export function largestOf(count: number): Largest {
  if (!Number.isInteger(count) || count < 1) {
    throw new Error(`The largest of ${count} values cannot be found: give a whole number from 1.`);
  }
  if (count === 1) return { mean: 0, standardDeviation: 1 };
  const width = (2 * REACH) / STEPS;
  let below = 0;
  let [first, second] = [0, 0];
  for (let step = 0; step <= STEPS; step++) {
    const z = -REACH + step * width;
    if (step > 0) below += (width / 6) * (density(z - width) + 4 * density(z - width / 2) + density(z));
    const weight = step === 0 || step === STEPS ? 1 : step % 2 === 1 ? 4 : 2;
    const share = (weight * width * count * density(z) * below ** (count - 1)) / 3;
    first += share * z;
    second += share * z * z;
  }
  return { mean: first, standardDeviation: Math.sqrt(second - first * first) };
}

function density(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
}
