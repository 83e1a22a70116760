import type { Observation } from "./observations";

/**
 * The same runs as if they had been made in the order in which they are given, on a machine that gets slower by as much
 * from each run to the next: made up, to see what an order does with a drift.
 * @param share Of a run's time that is added for each run before it: 0.01 is 1 %.
 */
export function withDrift(inOrder: readonly Observation[], share: number): Observation[] {
  const starts = inOrder.map(({ run }) => run.startedAt).sort();
  return inOrder.map((observation, at) => ({
    ...observation,
    seconds: observation.seconds * (1 + share * at),
    run: { ...observation.run, startedAt: starts[at] },
  }));
}
