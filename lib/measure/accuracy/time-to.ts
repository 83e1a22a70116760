import { max } from "simple-statistics";
import { between, type PaidPoint } from "./at";
import type { AccuracyCurve, AccuracyPoint } from "./curve";

/** What a run paid until it was first as accurate as wanted, or why that cannot be said. */
export type TimeToAccuracy =
  | {
      reached: true;
      target: number;
      /** Training time: without validation. */
      seconds: number;
      images: number;
      updates: number;
      /** Whether every later validation is at or above the target, too. */
      stays: boolean;
      /** The last validation below the target; undefined where already the first one is not. */
      after?: AccuracyPoint;
      /** The first validation at or above the target. */
      by: AccuracyPoint;
    }
  | { reached: false; target: number; best: number; why: string };

/**
 * What a run paid until its accuracy on the test images first was at the target. First reached counts, as in MLPerf: whether
 * it stays there is said beside it. Between the last validation below and the first one at or above, the accuracy is taken to
 * grow in a straight line; where already the first validation is at the target, its own time is the answer, which is the most
 * that it took.
 * @param target A share from 0 to 1.
 * @throws one line when the target is no such share.
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
  if (!after) return { reached: true, target, ...paid(by), stays, by };
  const share = (target - after.accuracy) / (by.accuracy - after.accuracy);
  return { reached: true, target, ...paid(between(after, by, share)), stays, after, by };
}

const paid = ({ seconds, images, updates }: PaidPoint): Pick<PaidPoint, "seconds" | "images" | "updates"> => ({
  seconds,
  images,
  updates,
});
