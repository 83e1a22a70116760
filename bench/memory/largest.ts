/**
 * The most layers whose peak is within a limit. A peak grows by equal steps with the layers, so two small models say where to look.
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
  const known = new Map<number, number>();
  const peak = async (layers: number): Promise<number> => {
    const value = known.get(layers) ?? (await peakOf(layers));
    known.set(layers, value);
    return value;
  };
  const [few, more] = [await peak(step), await peak(2 * step)];
  if (few > limit) throw new Error(`A model of ${step} layers needs ${few}, but there are ${limit}: make it narrower.`);
  const ofStep = Math.max(more - few, 1);
  let layers = step * Math.max(1, 1 + Math.floor((limit - few) / ofStep));
  while (layers > step && (await peak(layers)) > limit) layers -= step;
  while ((await peak(layers + step)) <= limit) layers += step;
  return layers;
}
