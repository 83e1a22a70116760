import type { Configuration } from "../runs/record";

/** The learning rate of each step, counted from 0 over the whole run. */
export interface Schedule {
  (step: number): number;
  /** How a run record has it. Default: `own`. */
  readonly recorded?: RecordedSchedule;
}

/** What a run record says of the rate after its warm-up. */
export type RecordedSchedule = Pick<Configuration, "schedule" | "scheduleSteps" | "leastRate">;

/** What a run record says of a rate, or of the function that gives it. */
export const recordedSchedule = (rate: number | Schedule): RecordedSchedule =>
  typeof rate === "number" ? { schedule: "constant" } : (rate.recorded ?? { schedule: "own" });

/**
 * A rate that falls along half a cosine (I. Loshchilov, F. Hutter, SGDR, 2017).
 * @param rate The rate of step 0.
 * @param options Where it ends.
 * @param options.steps The rate of this step, and of those after it, is `least`.
 * @param options.least Default: a tenth of `rate`.
 * @throws one line when the steps are not a whole number from 1, or `least` is more than `rate`.
 */
export function cosine(rate: number, { steps, least = rate / 10 }: { steps: number; least?: number }): Schedule {
  if (!(Number.isInteger(steps) && steps >= 1)) {
    throw new Error(`The rate falls over ${steps} steps, but must do so over a whole number from 1.`);
  }
  if (!(least <= rate)) throw new Error(`The least rate is ${least}, but must be at most the first one, ${rate}.`);
  const falls = (step: number): number =>
    least + ((rate - least) * (1 + Math.cos(Math.PI * Math.min(1, step / steps)))) / 2;
  const recorded = { schedule: "cosine", scheduleSteps: steps, leastRate: least } as const;
  return Object.assign(falls, { recorded });
}

/**
 * The rate of each step, with a warm-up in which it grows linearly.
 * @param learningRate One number, or a function from the step to that step's rate.
 * @throws one line when a rate is not a positive number, or the steps of the warm-up are not a whole number.
 */
export function warmedUp(learningRate: number | Schedule, warmUpSteps: number): (step: number) => number {
  if (typeof learningRate === "number") checkRate(learningRate, "The learning rate");
  if (!(Number.isInteger(warmUpSteps) && warmUpSteps >= 0)) {
    throw new Error(`The warm-up is ${warmUpSteps} steps, but must be a whole number from 0.`);
  }
  return (step) => {
    const warm = step < warmUpSteps ? (step + 1) / warmUpSteps : 1;
    if (typeof learningRate === "number") return warm * learningRate;
    return warm * checkRate(learningRate(step), `The learning rate of step ${step}`);
  };
}

function checkRate(rate: number, what: string): number {
  if (Number.isFinite(rate) && rate > 0) return rate;
  throw new Error(`${what} is ${rate}, but must be a number greater than 0.`);
}
