import { mean } from "simple-statistics";
import type { RunRecord } from "../runs/record";
import { expectNumber } from "./scenario";
import type { SimulatedTraining } from "./simulate";

/** A training whose processes or nodes were killed, and that went on from its checkpoints to its end. */
export interface KilledTraining {
  /** The record at its end. */
  run: RunRecord;
  /**
   * When it began, in milliseconds since 1970: one usual step before the end of its first step, which also builds the graph. A training
   * that is killed before its first checkpoint begins a new record, but not anew.
   */
  began: number;
  /** When it was killed, in seconds since it began. */
  killsAt: number[];
}

/** What a step, a checkpoint and a failure cost a training, in seconds. */
export interface MeasuredCosts {
  stepSeconds: number;
  checkpointSeconds: number;
  /** From each kill until the training computed again. */
  restarts: number[];
}

/** What a training that was killed came to. */
export interface MeasuredGoodput {
  /** From its begin to the end of its last step. */
  totalSeconds: number;
  /** The time that its steps take when nothing fails, divided by the total. */
  goodput: number;
}

/**
 * A training that was killed, with the moments counted from its begin.
 * @param firstStepEnded In milliseconds since 1970, as the moments of `kills`.
 * @param every Steps from one checkpoint to the next.
 */
export function killedTraining(
  { run, firstStepEnded, kills }: { run: RunRecord; firstStepEnded: number; kills: readonly number[] },
  every: number,
): KilledTraining {
  const usual = usualSteps({ run }, every);
  if (usual.length === 0)
    throw new Error(`The training has no usual step between checkpoints: make ${4 * every} steps.`);
  const began = firstStepEnded - 1000 * mean(usual);
  return { run, began, killsAt: kills.map((kill) => (kill - began) / 1000) };
}

/**
 * What a step, a checkpoint and a failure cost, from a training that was killed or not. A step takes the mean time between the ends of two
 * steps; after a checkpoint and after a restart it takes longer, by their cost.
 * @param every Steps from one checkpoint to the next.
 * @throws one line where there are too few steps, or a kill came before the training was whole again after the one before.
 */
export function measuredCosts({ run, began, killsAt }: KilledTraining, every: number): MeasuredCosts {
  expectNumber("every", every, Number.isInteger(every) && every >= 2, "a whole number of steps from 2");
  const ends = stepEnds(run);
  const resumed = resumedAt(run);
  if (resumed.length !== killsAt.length || new Set(resumed).size < resumed.length) {
    throw new Error(
      `The training was killed ${killsAt.length} times and went on from ${new Set(resumed).size} checkpoints: kill it less often.`,
    );
  }
  const usual = usualSteps({ run }, every);
  const saving = gapsOf(run)
    .filter(({ done }) => !resumed.includes(done) && done % every === 0)
    .map(({ seconds }) => seconds);
  if (usual.length === 0 || saving.length === 0) {
    throw new Error(`The training has ${ends.length} steps, too few for the cost of a checkpoint: make ${4 * every}.`);
  }
  const stepSeconds = mean(usual);
  const offset = (began - Date.parse(run.startedAt)) / 1000;
  // A kill after the last step has no step after it.
  const restarts = resumed.flatMap((done, at) =>
    done < ends.length ? [ends[done] - offset - killsAt[at] - stepSeconds] : [],
  );
  return { stepSeconds, checkpointSeconds: Math.max(0, mean(saving) - stepSeconds), restarts };
}

/**
 * The goodput of a simulated training up to its last step, as {@link measuredGoodput} counts it: a simulated training ends with a checkpoint.
 */
export function goodputToLastStep({ seconds, totalSeconds }: SimulatedTraining, checkpointSeconds: number): number {
  return seconds.computing / (totalSeconds - checkpointSeconds);
}

/**
 * The times of the usual steps of a training, in seconds: those that follow neither a checkpoint nor a restart.
 * @param every Steps from one checkpoint to the next.
 */
export function usualSteps({ run }: Pick<KilledTraining, "run">, every: number): number[] {
  const resumed = resumedAt(run);
  return gapsOf(run)
    .filter(({ done }) => !resumed.includes(done) && done % every !== 0)
    .map(({ seconds }) => seconds);
}

/**
 * The goodput of a training that was killed and went on.
 * @param stepSeconds The time of a step when nothing fails, see {@link measuredCosts}.
 */
export function measuredGoodput({ run, began }: KilledTraining, stepSeconds: number): MeasuredGoodput {
  const ends = stepEnds(run);
  const totalSeconds = (Date.parse(run.startedAt) - began) / 1000 + ends[ends.length - 1];
  return { totalSeconds, goodput: (ends.length * stepSeconds) / totalSeconds };
}

/** When the first step of a run ended, in milliseconds since 1970; undefined where it has not. */
export function firstStepEnd(run: RunRecord | undefined): number | undefined {
  const end = run && stepEnds(run).at(0);
  return run && end !== undefined ? Date.parse(run.startedAt) + 1000 * end : undefined;
}

/** The time from the end of each step to that of the next one, with the number of steps that were done between them. */
function gapsOf(run: RunRecord): { done: number; seconds: number }[] {
  const ends = stepEnds(run);
  return ends.slice(1).map((end, at) => ({ done: at + 1, seconds: end - ends[at] }));
}

/** The ends of a run's steps, in seconds since its start. */
export const stepEnds = ({ epochs }: Pick<RunRecord, "epochs">): number[] => epochs.flatMap(({ steps }) => steps.end);

/** The steps that were done where a run went on from checkpoints. */
function resumedAt({ epochs, resumedFrom = [] }: RunRecord): number[] {
  return resumedFrom.map(({ epoch, step }) =>
    epochs.filter((each) => each.epoch < epoch).reduce((done, { steps }) => done + steps.end.length, step),
  );
}
