import type { Level, Observation } from "./observations";

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

/** Runs sorted by their levels, the first factor slowest: the order in which nested loops would have made them. */
export function sortedByLevels(observations: readonly Observation[], factors: readonly string[]): Observation[] {
  return [...observations].sort((a, b) => {
    const factor = factors.find((each) => a.levels[each] !== b.levels[each]);
    if (factor === undefined) return a.replicate - b.replicate;
    return compared(a.levels[factor], b.levels[factor]);
  });
}

function compared(a: Level, b: Level): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b));
}
