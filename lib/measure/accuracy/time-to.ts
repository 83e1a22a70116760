import { max } from "simple-statistics";
import { between } from "./interpolate";
import type { AccuracyCurve, AccuracyPoint } from "./curve";

/** The cost of first reaching a target accuracy, or why the run did not reach it. */
export type TimeToAccuracy =
  | {
      reached: true;
      target: number;
      /** Training time: without validation. */
      seconds: number;
      images: number;
      updates: number;
      /** Whether all later validations are at or above the target, too. */
      stays: boolean;
      /** The last validation below the target; undefined if the first validation is not below it. */
      after?: AccuracyPoint;
      /** The first validation at or above the target. */
      by: AccuracyPoint;
    }
  | { reached: false; target: number; best: number; why: string };

/**
 * The cost of first reaching a target accuracy on the test images. The first time counts, as in MLPerf; `stays` tells whether
 * the accuracy remains there. It is interpolated linearly between the last validation below the target and the first one at
 * or above it. If the first validation is at the target already, its own cost is the result: an upper bound.
 * @param target A share above 0 and up to 1.
 * @throws one line when the target is not such a share.
 * @example
 * timeToAccuracy(accuracyCurve(run), 0.5)
 */
export function timeToAccuracy({ run, points }: AccuracyCurve, target: number): TimeToAccuracy {
  if (!(target > 0 && target <= 1)) {
    throw new Error(`The target is ${target}: an accuracy is a share above 0 and up to 1, for example 0.75 for 75 %.`);
  }
  const reachedAt = points.findIndex(({ accuracy }) => accuracy >= target);
  if (reachedAt < 0) {
    const best = max(points.map(({ accuracy }) => accuracy));
    const [bestShown, targetShown] = [best, target].map((share) => `${(100 * share).toFixed(1)} %`);
    const why = `Run ${run} comes to ${bestShown} at best in ${points.length} validations, below ${targetShown}.`;
    return { reached: false, target, best, why };
  }
  const by = points[reachedAt];
  const after = reachedAt === 0 ? undefined : points[reachedAt - 1];
  const stays = points.slice(reachedAt).every(({ accuracy }) => accuracy >= target);
  const point = after ? between(after, by, (target - after.accuracy) / (by.accuracy - after.accuracy)) : by;
  const { seconds, images, updates } = point;
  return { reached: true, target, seconds, images, updates, stays, ...(after && { after }), by };
}
