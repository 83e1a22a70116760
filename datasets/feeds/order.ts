import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/**
 * The order of the images in one epoch: a permutation of 0 to `count` - 1 (Fisher and Yates) that depends only on the seed
 * and the epoch, so that a run can resume from any step.
 * @param epoch Counted from 1.
 */
export function epochOrder(count: number, seed: number, epoch: number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, index) => index);
  const random = randomOfEpoch(seed, epoch);
  for (let last = count - 1; last > 0; last--) {
    const chosen = uniformInt(random, 0, last);
    [order[last], order[chosen]] = [order[chosen], order[last]];
  }
  return order;
}

/** The random numbers of an epoch, counted from 1. */
export function randomOfEpoch(seed: number, epoch: number) {
  // An odd multiplier keeps epochs of one seed, and seeds of one epoch, apart.
  return xoroshiro128plus((seed ^ Math.imul(epoch, 0x9e3779b1)) | 0);
}
