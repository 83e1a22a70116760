import { median } from "simple-statistics";
import type { Turns } from "./result";

/** The median of values, and the range in which they lie. */
export interface Range {
  median: number;
  least: number;
  most: number;
}

/** The median and the extremes of at least one value. */
export function rangeOf(values: number[]): Range {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}

/** The median step of each round, in seconds. */
export const roundSeconds = ({ rounds }: Turns): number[] => rounds.map(({ seconds }) => median(seconds));

/** Images per second over the rounds, by the median step of each. */
export function imagesPerSecond(turns: Turns, batchSize: number): Range {
  return rangeOf(roundSeconds(turns).map((seconds) => batchSize / seconds));
}

/** Processor time of a step, over all cores, in seconds: the median of the rounds. */
export function processorSecondsOfStep({ rounds }: Turns): number {
  return median(rounds.map(({ processorSeconds, seconds }) => processorSeconds / seconds.length));
}

/**
 * How much faster one contender is than another: over the rounds, its rate divided by the other's rate in the same round, in
 * which any disturbance of the machine affects both alike. Undefined if they have no round in common.
 */
export const speedAgainst = (other: Turns | undefined, turns: Turns): Range | undefined =>
  roundRatios(other && roundSeconds(other), roundSeconds(turns));

/** The ratios of two contenders' seconds, round by round, for the rounds that both have; undefined if there are none. */
export function roundRatios(numerators: number[] | undefined, denominators: number[] | undefined): Range | undefined {
  if (!numerators || !denominators) return undefined;
  const ratios = numerators.slice(0, denominators.length).map((seconds, round) => seconds / denominators[round]);
  return ratios.length === 0 ? undefined : rangeOf(ratios);
}

/** The contender with the shortest median round. */
export function fastest<T extends Turns>(contenders: readonly T[]): T | undefined {
  const time = (turns: T) => median(roundSeconds(turns));
  return [...contenders].sort((a, b) => time(a) - time(b)).at(0);
}
