import type { CheckpointedTraining } from "../../lib/failures";
import { tinyShare } from "../../lib/failures/scenario";

/**
 * Expected seconds of a training with `workSeconds` of computing: `M exp(R / M) (exp((τ + δ) / M) - 1) Ts / τ`. This is
 * exact where failures are exponential and may also strike checkpoints and restarts, which then begin again, and where
 * Ts is a multiple of τ. A last stretch that is shorter than τ is counted as it is, with its checkpoint. Without
 * checkpoints, τ is Ts and δ is 0.
 *
 * Source: section 3 of J. T. Daly's article that lib/failures/closed-forms.ts names.
 * @returns Infinity where it exceeds the numbers that there are.
 */
export function expectedTotal(training: CheckpointedTraining & { workSeconds: number }): number {
  const { workSeconds: work, intervalSeconds: interval } = training;
  const { jobMtbfSeconds: mtbf, checkpointSeconds, restartSeconds = 0 } = training;
  const cost = interval === Infinity ? 0 : checkpointSeconds;
  const stretches = interval === Infinity ? 1 : Math.max(1, Math.ceil(work / interval - tinyShare));
  const last = stretches === 1 ? work : work - (stretches - 1) * interval;
  if (mtbf === Infinity) return work + stretches * cost;
  const one = (computing: number): number =>
    mtbf * Math.exp(restartSeconds / mtbf) * Math.expm1((computing + cost) / mtbf);
  return (stretches === 1 ? 0 : (stretches - 1) * one(interval)) + one(last);
}
