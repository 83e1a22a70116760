import { dalyInterval, exactInterval, expectedGoodput, jobMtbf, youngInterval } from "./closed-forms";
import { expectNumber } from "./scenario";

/** What decides how often a training should write a checkpoint. */
export interface IntervalQuestion {
  nodes: number;
  /** Mean time between failures of one node, in seconds. */
  nodeMtbfSeconds: number;
  /** The training waits so long for each checkpoint. */
  checkpointSeconds: number;
  /** From a failure until the job computes again. It changes the goodput, and not the best interval. Default 0. */
  restartSeconds?: number;
  /** Seconds of a step as measured, with its stragglers. Then the interval is a whole number of steps. */
  stepSeconds?: number;
}

/** How often a training should write a checkpoint. */
export interface CheckpointInterval {
  /** Computing between two checkpoints. Infinity where nodes do not fail. */
  seconds: number;
  /** The same in steps, if the time of a step is known. */
  steps?: number;
  /** Expected with this interval, see {@link expectedGoodput}. */
  goodput: number;
  /** Mean time between failures of the whole job. */
  jobMtbfSeconds: number;
  /** What Young's and Daly's formulas give, in seconds. */
  young: number;
  daly: number;
}

/**
 * The interval between checkpoints with the highest expected goodput, for exponential failures. With the time of a step
 * it is the better of the two whole numbers of steps beside the exact one, and at least one step.
 * @throws one line for values out of range.
 * @example
 * const year = 365 * 86_400;
 * bestCheckpointInterval({ nodes: 1024, nodeMtbfSeconds: 5 * year, checkpointSeconds: 60, stepSeconds: 10 }) // 426 steps
 */
export function bestCheckpointInterval(question: IntervalQuestion): CheckpointInterval {
  const { checkpointSeconds, restartSeconds = 0, stepSeconds } = question;
  const costs = { jobMtbfSeconds: jobMtbf(question), checkpointSeconds };
  if (checkpointSeconds === 0 && stepSeconds === undefined && costs.jobMtbfSeconds < Infinity) {
    throw new Error(
      "checkpointSeconds is 0, so that more checkpoints are always better: measure one, or give stepSeconds.",
    );
  }
  const goodputAt = (intervalSeconds: number): number => expectedGoodput({ ...costs, restartSeconds, intervalSeconds });
  const exact = exactInterval(costs);
  const formulas = { young: youngInterval(costs), daly: dalyInterval(costs), jobMtbfSeconds: costs.jobMtbfSeconds };
  if (stepSeconds === undefined) return { seconds: exact, goodput: goodputAt(exact), ...formulas };
  expectNumber("stepSeconds", stepSeconds, stepSeconds > 0 && stepSeconds < Infinity, "a number above 0");
  const below = Math.max(1, Math.floor(exact / stepSeconds));
  const steps = goodputAt((below + 1) * stepSeconds) > goodputAt(below * stepSeconds) ? below + 1 : below;
  return { seconds: steps * stepSeconds, steps, goodput: goodputAt(steps * stepSeconds), ...formulas };
}
