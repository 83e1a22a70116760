/**
 * The most layers whose peak is within a limit. A peak grows by nearly equal steps with the layers, so a line through two known models
 * says where to look next.
 * @param peakOf Measures a model of so many layers.
 * @param limit In the unit of peakOf.
 * @param step Layers come in multiples of this, and there are at least as many.
 * @throws one line when not even the smallest model fits.
 */
export async function mostLayers(
  peakOf: (layers: number) => Promise<number>,
  limit: number,
  step = 1,
): Promise<number> {
  const measured = async (layers: number): Promise<Point> => ({ layers, peak: await peakOf(layers) });
  let [before, fits] = [{ layers: 0, peak: 0 }, await measured(step)];
  if (fits.peak > limit) {
    throw new Error(`A model of ${step} layers needs ${fits.peak}, but there are ${limit}: make it narrower.`);
  }
  let tooLarge: Point | undefined;
  let next = 2 * step;
  while (tooLarge === undefined || tooLarge.layers - fits.layers > step) {
    const found = await measured(next);
    if (found.peak > limit) tooLarge = found;
    else [before, fits] = [fits, found];
    const reached = layersAt(limit, fits, tooLarge ?? before);
    const most = tooLarge ? tooLarge.layers - step : Infinity;
    next = Math.min(most, Math.max(fits.layers + step, step * Math.floor(reached / step)));
  }
  return fits.layers;
}

interface Point {
  layers: number;
  peak: number;
}

/** Where the line through two points reaches a peak. */
const layersAt = (peak: number, one: Point, other: Point): number =>
  one.layers + ((peak - one.peak) * (other.layers - one.layers)) / (other.peak - one.peak || 1);
