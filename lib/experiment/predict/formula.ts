import type { Level } from "../observations";
import type { Work } from "./run-plan";

/** A run's time is linear in these terms for a fixed overlap: seconds per image, step, byte and all-reduce. */
export type TermKind = "secondsPerImage" | "secondsPerStep" | "secondsPerByte" | "latencySeconds";

/** A term, and the levels of the runs that it applies to. */
export interface Term {
  kind: TermKind;
  levels: Readonly<Record<string, Level>>;
}

/** The values of the terms for one run. */
export type Costs = Record<TermKind, number> & { overlap: number };

/** The parts of a run's time, in seconds over all its epochs. */
interface Parts {
  computeSeconds: number;
  communicationSeconds: number;
  /** The part of the communication that is hidden behind computing. */
  hiddenSeconds: number;
}

export function appliesTo({ levels }: Term, work: Work): boolean {
  return Object.entries(levels).every(([factor, level]) => work.levels[factor] === level);
}

/**
 * The time of a run, for each epoch:
 *
 *     images / nodes x secondsPerImage + steps x secondsPerStep + syncs x (allReduce - hidden)
 *     allReduce = latency + 2 (n - 1) / n x bytes x secondsPerByte
 *     hidden    = min(allReduce, overlap x the computing time of its own step)
 *
 * Computing takes longer on nodes that share a machine. With latency and overlap 0, a step computes first and then sends:
 * R. Thakur, R. Rabenseifner and W. Gropp, Optimization of collective communication operations
 * in MPICH, IJHPCA 19 (1), 2005, section 2, for the ring's time.
 */
export function partsOf(work: Work, costs: Costs): Parts {
  const { epochs, images, steps, syncs, sharing, bytes } = work;
  const compute = images * sharing.images * costs.secondsPerImage + steps * sharing.steps * costs.secondsPerStep;
  const allReduce = costs.latencySeconds + bytes * costs.secondsPerByte;
  const hidden = Math.min(allReduce, (costs.overlap * compute) / steps);
  return {
    computeSeconds: epochs * compute,
    communicationSeconds: epochs * syncs * allReduce,
    hiddenSeconds: epochs * syncs * hidden,
  };
}

export function secondsOf({ computeSeconds, communicationSeconds, hiddenSeconds }: Parts): number {
  return computeSeconds + communicationSeconds - hiddenSeconds;
}

/** Whether computing hides a run's all-reduces completely, so that they add no time. */
export function hidesAllReduces(work: Work, costs: Costs): boolean {
  const { communicationSeconds, hiddenSeconds } = partsOf(work, costs);
  return work.syncs > 0 && costs.overlap > 0 && hiddenSeconds >= communicationSeconds;
}

/** The derivatives of a run's time with respect to each term. They are constant as long as `hidden` stays the same. */
export function slopes(work: Work, overlap: number, hidden: boolean): Record<TermKind, number> {
  const { epochs, images, steps, sharing, bytes } = work;
  const syncs = hidden ? 0 : work.syncs;
  const shown = epochs * (1 - (overlap * syncs) / steps);
  return {
    secondsPerImage: shown * images * sharing.images,
    secondsPerStep: shown * steps * sharing.steps,
    secondsPerByte: epochs * syncs * bytes,
    latencySeconds: epochs * syncs,
  };
}

/** The derivative of a run's time with respect to overlap: 0 or negative. */
export function slopeOfOverlap(work: Work, costs: Costs): number {
  if (work.syncs === 0 || hidesAllReduces(work, costs)) return 0;
  return (-partsOf(work, costs).computeSeconds * work.syncs) / work.steps;
}
