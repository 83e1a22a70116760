import { mean } from "simple-statistics";
import type { Rows } from "../../lib/system/rows";
import { levelsAmong, type Level, type Observation } from "../../lib/experiment/observations";

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

/**
 * What an experiment would show of two modes on a machine that drifts, as a table: the runs as they were made, with the drift
 * in this order, and with the drift in an order sorted by mode.
 * @param share As of {@link withDrift}.
 */
export function driftTable(inOrder: readonly Observation[], share: number): Rows {
  const modes = [...levelsAmong(inOrder, "mode")].sort();
  const sorted = modes.flatMap((mode) => inOrder.filter(({ levels }) => levels.mode === mode));
  const row = (runs: string, shown: readonly Observation[]) => {
    const meanOf = (mode: Level) =>
      mean(shown.filter(({ levels }) => levels.mode === mode).map(({ seconds }) => seconds));
    const [first, second] = modes.map(meanOf);
    return {
      runs,
      ...Object.fromEntries(modes.map((mode) => [`${mode} (s)`, meanOf(mode)])),
      [`${modes[1]} is longer by (%)`]: 100 * (second / first - 1),
    };
  };
  return [
    row("as measured", inOrder),
    row("drift, in the random order", withDrift(inOrder, share)),
    row("drift, sorted by mode", withDrift(sorted, share)),
  ];
}
