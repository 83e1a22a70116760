import { median } from "simple-statistics";
import type { Turns } from "./result";

/** The middle of some values, and between which they lie. */
export interface Range {
  median: number;
  least: number;
  most: number;
}

/** The median and the extremes of at least one value. */
export function rangeOf(values: number[]): Range {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}

/** Each round by its median step, in seconds. */
export const roundSeconds = ({ rounds }: Turns): number[] => rounds.map(({ seconds }) => median(seconds));

/** Over the rounds, each by its median step. */
export function imagesPerSecond(turns: Turns, batchSize: number): Range {
  return rangeOf(roundSeconds(turns).map((seconds) => batchSize / seconds));
}

/** Processor time of a step, over all cores, in seconds: in the middle of the rounds. */
export function processorSecondsOfStep({ rounds }: Turns): number {
  return median(rounds.map(({ processorSeconds, seconds }) => processorSeconds / seconds.length));
}

/**
 * How much faster one is than another: over the rounds, its rate divided by the other's in the same round, which what disturbs the
 * machine disturbs alike. Undefined where they share no round.
 */
export function speedAgainst(other: Turns | undefined, turns: Turns): Range | undefined {
  const others = other ? roundSeconds(other) : [];
  const ratios = roundSeconds(turns)
    .slice(0, others.length)
    .map((seconds, round) => others[round] / seconds);
  return ratios.length === 0 ? undefined : rangeOf(ratios);
}

/** The one whose median round is the shortest. */
export function fastest<T extends Turns>(among: readonly T[]): T | undefined {
  const time = (turns: T) => median(roundSeconds(turns));
  return [...among].sort((a, b) => time(a) - time(b)).at(0);
}
