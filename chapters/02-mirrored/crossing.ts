interface Timed {
  name: string;
  megabytes: number;
  seconds: number;
}

/**
 * The size in megabytes up to which one way takes less time than another one; between two sizes, both lines are straight on logarithmic
 * axes.
 * @param times Of both ways, for the same sizes.
 * @returns undefined where `one` is not faster for the smallest size, or is still faster for the largest.
 */
export function crossingSize(times: readonly Timed[], one: string, other: string): number | undefined {
  const sizes = [...new Set(times.map(({ megabytes }) => megabytes))].sort((a, b) => a - b);
  const secondsOf = (way: string, size: number): number =>
    times.find(({ name, megabytes }) => name === way && megabytes === size)!.seconds;
  const ahead = sizes.map((size) => Math.log(secondsOf(other, size) / secondsOf(one, size)));
  const at = ahead.findIndex((lead) => lead <= 0);
  if (at < 1) return undefined;
  const share = ahead[at - 1] / (ahead[at - 1] - ahead[at]);
  return sizes[at - 1] * (sizes[at] / sizes[at - 1]) ** share;
}
