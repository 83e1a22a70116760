import { randomNumbers } from "../../lib/experiment";

/** The true mean and standard deviation of made-up runs, in seconds. */
const [truth, deviation] = [20, 1];

/**
 * Experiments whose true mean is known: the seconds of so many runs each, from a normal distribution with a mean of 20 s and a standard
 * deviation of 1 s.
 */
export function madeUpExperiments(count: number, runs: number, seed = 1): number[][] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => Array.from({ length: runs }, () => truth + deviation * normal(random)));
}

/** A number from the standard normal distribution. Source: Box and Muller, A note on the generation of random normal deviates, 1958. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
