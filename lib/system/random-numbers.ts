import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** So many first numbers of neighbouring seeds resemble each other: the very first one is above 0.999 for all small seeds. */
const alike = 32;

/**
 * A function that gives another random number from 0 to below 1 with each call.
 * @param seed The same seed gives the same numbers.
 */
export function randomNumbers(seed: number): () => number {
  const generator = xoroshiro128plus(seed);
  const next = (): number => uniformFloat64(generator);
  for (let skipped = 0; skipped < alike; skipped++) next();
  return next;
}
