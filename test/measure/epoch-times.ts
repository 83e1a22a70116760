import { epochCounts, type EpochPlan } from "../../lib/measure";

/** Seconds of an epoch of steps and all-reduces in turn, and with all-reduces that hide behind the computing of their own step. */
export function epochTimes(plan: EpochPlan, { compute, allReduce }: { compute: number; allReduce: number }) {
  const { steps, syncs } = epochCounts(plan);
  const computing = steps * compute;
  return {
    epochSeconds: computing + syncs * allReduce,
    overlappedSeconds: computing + syncs * Math.max(0, allReduce - compute),
  };
}
