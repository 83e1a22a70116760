import type { Rows } from "../../lib/system/rows";
import type { AccuracyCurve } from "../../lib/measure/accuracy/curve";
import { timeToAccuracy } from "../../lib/measure/accuracy/time-to";
import { compareAt } from "./compare-at";

/**
 * Runs as a table: their accuracy at equal images and at equal updates, and what they paid until a target.
 * @param target A share from 0 to 1.
 */
export function accuracyTable(runs: readonly { name: string; curve: AccuracyCurve }[], target: number): Rows {
  const curves = runs.map(({ curve }) => curve);
  const [atImages, atUpdates] = [compareAt(curves, "images"), compareAt(curves, "updates")];
  const until = `${Math.round(100 * target)} %`;
  return runs.map(({ name, curve }, index) => {
    const paid = timeToAccuracy(curve, target);
    const { seconds, images, updates } = paid.reached ? paid : { seconds: undefined, images: NaN, updates: NaN };
    return {
      run: name,
      "effective batch": curve.effectiveBatch,
      [`accuracy (%) at ${atImages[index].images} images`]: 100 * atImages[index].accuracy,
      [`at ${Math.round(atUpdates[index].updates)} updates`]: 100 * atUpdates[index].accuracy,
      [`seconds to ${until}`]: seconds,
      [`images to ${until}`]: Math.round(images),
      [`updates to ${until}`]: Math.round(updates),
    };
  });
}
