import type { Observation } from "./observations";

/**
 * Simulates the same runs, made in the given order on a machine that slows down by the same amount from run to run. It shows
 * how the order of runs affects a drift.
 * @param share Share of a run's time that is added for each earlier run: 0.01 is 1 %.
 */
export function withDrift(inOrder: readonly Observation[], share: number): Observation[] {
  const starts = inOrder.map(({ run }) => run.startedAt).sort();
  return inOrder.map((observation, index) => ({
    ...observation,
    seconds: observation.seconds * (1 + share * index),
    run: { ...observation.run, startedAt: starts[index] },
  }));
}
