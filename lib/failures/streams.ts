import { randomNumbers } from "../system/random-numbers";

/**
 * Random numbers above 0 and below 1, of one purpose in one simulation. A purpose has numbers of its own so that, for
 * instance, the nodes fail at the same moments whatever the steps do.
 * @param seed Of the simulation, a whole number.
 * @param purpose A small whole number.
 */
export function randomStream(seed: number, purpose: number): () => number {
  const next = randomNumbers(mixed(mixed(seed) + purpose));
  return () => {
    let value = next();
    while (value === 0) value = next(); // its logarithm is needed
    return value;
  };
}

/** All bits of a number spread over all bits of another. Source: the finalizer of A. Appleby's MurmurHash3, 2011. */
function mixed(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
