import { sum } from "simple-statistics";
import type { Epoch, RunRecord } from "./record";
import { counted } from "../system/words";

/**
 * Seconds of each step, from the moment it has its images to the updated weights.
 * @example
 * const [first, ...later] = run.epochs; // the first epoch includes the start-up
 * const seconds = later.flatMap(stepSeconds);
 */
export function stepSeconds({ steps }: Epoch): number[] {
  return steps.end.map((end, step) => end - steps.start[step]);
}

/** Images of an epoch, including the smaller last batch. */
export function epochImages({ steps }: Epoch): number {
  return sum(steps.images);
}

/**
 * Seconds of an epoch, from the start of its first step to the end of its last one, including waits between steps.
 * @param resumedAt Steps before which the run was interrupted until it was resumed; that time does not count.
 */
export function epochSeconds({ steps }: Epoch, resumedAt: number[] = []): number {
  const last = steps.end.length - 1;
  if (last < 0) return 0;
  const pauses = resumedAt.filter((step) => step > 0 && step <= last).map((step) => pauseBefore(steps, step));
  return steps.end[last] - steps.start[0] - sum(pauses);
}

/** The steps of an epoch at which its run was resumed. */
export function resumedAt(run: RunRecord, { epoch }: Epoch): number[] {
  return (run.resumedFrom ?? []).filter((position) => position.epoch === epoch).map(({ step }) => step);
}

/** The epochs that a run finished. If the run was cut short, an epoch with fewer steps than the first is not finished. */
export function finishedEpochs({ outcome, epochs }: RunRecord): Epoch[] {
  if (outcome === "completed" || epochs.length === 0) return epochs;
  const planned = epochs[0].steps.end.length;
  // A single epoch of such a run cannot be compared with another one, so it may be incomplete.
  return epochs.length === 1 ? [] : epochs.filter(({ steps }) => steps.end.length >= planned);
}

/**
 * The finished epochs without the first, which includes the start-up.
 * @throws one line when there are none.
 */
export function steadyEpochs(run: RunRecord): Epoch[] {
  const finished = finishedEpochs(run);
  const steady = finished.filter(({ epoch }) => epoch > 1);
  if (steady.length > 0) return steady;
  const ended = run.outcome === "completed" ? "" : ` and ended as ${run.outcome}`;
  throw new Error(
    `Run ${run.id} finished ${counted(finished.length, "epoch")}${ended}: epoch 1 is left out, so train at least 2 epochs.`,
  );
}

/**
 * Seconds from the start of a run's first step to the end of its last one, evaluation between epochs included. Time
 * between an interruption and the resumption does not count.
 */
export function trainingSeconds(run: RunRecord): number {
  const epochs = run.epochs.filter(({ steps }) => steps.end.length > 0);
  if (epochs.length === 0) return 0;
  const whole = epochs[epochs.length - 1].steps.end.at(-1)! - epochs[0].steps.start[0];
  const withinEpochs = epochs.map(
    (epoch) => epoch.steps.end.at(-1)! - epoch.steps.start[0] - epochSeconds(epoch, resumedAt(run, epoch)),
  );
  const betweenEpochs = epochs.slice(1).map((epoch, index) => {
    if (!resumedAt(run, epoch).includes(0)) return 0;
    const before = epochs[index];
    const from = before.steps.end.at(-1)! + (before.validation?.seconds ?? 0);
    return Math.max(0, epoch.steps.start[0] - epoch.steps.wait[0] - from);
  });
  return whole - sum(withinEpochs) - sum(betweenEpochs);
}

function pauseBefore({ start, end, wait }: Epoch["steps"], step: number): number {
  return Math.max(0, start[step] - wait[step] - end[step - 1]);
}
