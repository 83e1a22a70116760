import type { Task } from "./schedule";

/** A task with the time at which it begins and ends. */
export interface TimedTask extends Task {
  device: number;
  begin: number;
  end: number;
}

/**
 * The bubble: the share of all devices' time in which they have nothing to do. Without interleaving, for GPipe as for 1F1B, it is
 * (devices - 1) / (microbatches + devices - 1).
 */
export function bubbleOf(tasks: readonly TimedTask[], devices: number): number {
  const total = devices * Math.max(...tasks.map(({ end }) => end));
  return 1 - tasks.reduce((sum, { begin, end }) => sum + end - begin, 0) / total;
}
