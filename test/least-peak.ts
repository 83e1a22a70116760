/**
 * The measurement of the least peak, of up to `tries`, or the first one below `limit`. TensorFlow runs independent operations in no fixed
 * order, so that a step may hold more than it needs, most often on a busy machine; what it needs, it holds every time.
 */
export async function leastPeak<Measured extends { peak: number }>(
  measure: () => Measured | Promise<Measured>,
  limit: number,
  tries = 50,
): Promise<Measured> {
  let least = await measure();
  for (let left = tries - 1; left > 0 && least.peak >= limit; left--) {
    const another = await measure();
    if (another.peak < least.peak) least = another;
  }
  return least;
}
