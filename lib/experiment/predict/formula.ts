import type { Level } from "../observations";
import type { Work } from "./plan";

/** The terms in which a run's time is linear, with overlap given. Seconds per image, step, byte and all-reduce. */
export type TermKind = "secondsPerImage" | "secondsPerStep" | "secondsPerByte" | "latencySeconds";

/** A term with the levels of the runs that share it. */
export interface Term {
  kind: TermKind;
  levels: Readonly<Record<string, Level>>;
}

/** What the terms are, for one run. */
export type Costs = Record<TermKind, number> & { overlap: number };

/** A run's time in its parts; seconds over all its epochs. */
export interface Parts {
  computeSeconds: number;
  communicationSeconds: number;
  /** Of the communication, behind computing. */
  hiddenSeconds: number;
}

/** Whether a term is one of a run's. */
export function belongs({ levels }: Term, work: Work): boolean {
  return Object.entries(levels).every(([factor, level]) => work.levels[factor] === level);
}

/**
 * A run's time, epoch by epoch
 *
 *     images / nodes x secondsPerImage + steps x secondsPerStep + syncs x (allReduce - hidden)
 *     allReduce = latency + 2 (n - 1) / n x bytes x secondsPerByte
 *     hidden    = what is less: allReduce, or overlap x the computing of its own step
 *
 * where computing takes longer on nodes that share a machine. With latency and overlap 0 this is what a step computes and
 * sends, one after the other: R. Thakur, R. Rabenseifner and W. Gropp, Optimization of collective communication operations
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

/** Seconds of a run. */
export function secondsOf({ computeSeconds, communicationSeconds, hiddenSeconds }: Parts): number {
  return computeSeconds + communicationSeconds - hiddenSeconds;
}

/** Whether a run's all-reduces hide behind computing altogether: then their time does not show. */
export function hidesAll(work: Work, costs: Costs): boolean {
  const { communicationSeconds, hiddenSeconds } = partsOf(work, costs);
  return work.syncs > 0 && costs.overlap > 0 && hiddenSeconds >= communicationSeconds;
}

/** By how much a run's time grows with each term: its derivatives, which are constant as long as `hidden` stays. */
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

/** By how much a run's time grows with overlap: it shrinks. */
export function slopeOfOverlap(work: Work, costs: Costs): number {
  if (work.syncs === 0 || hidesAll(work, costs)) return 0;
  return (-partsOf(work, costs).computeSeconds * work.syncs) / work.steps;
}
