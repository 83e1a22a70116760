import { pipelineLength, type PipelineStep } from "./pipeline-step";
import { checkTimes, newRun, noiseOf, type HeldTerm, type Noise, type Prediction } from "../../lib/experiment/fits";
import { leastSquares, varianceOfSum } from "../../lib/experiment/statistics/least-squares";
import { publishedNoise } from "../../lib/experiment/scale/priors";

/** A measured step of a pipeline. */
export interface PipelineRow extends PipelineStep {
  seconds: number;
}

/** The expected time of a step of a pipeline. It has no interval when the rows tell no more than one term. */
export interface PipelinePrediction extends Omit<Prediction, "assumes"> {
  /** Computing the microbatches. */
  microbatchSeconds: number;
  /** Idle at the pipeline's ends. */
  bubbleSeconds: number;
  /** What each step has once, such as the visible part of its all-reduce and the update. */
  fixedSeconds: number;
}

/** A fitted model of a pipeline's step. */
export interface PipelineFit {
  secondsPerMicrobatch: number;
  fixedSeconds: number;
  held: Pick<HeldTerm, "value" | "why">[];
  /** @param level Level of the interval for a new run. Default 0.95. @throws as `pipelineLength`. */
  predict(step: PipelineStep, level?: number): PipelinePrediction;
}

/**
 * Fits a pipeline's step: seconds = microbatch x (m + (p - 1) / v) + fixed, where {@link pipelineLength} has m, p and v. One row tells
 * a microbatch's time alone: `fixed` is then held at 0. Two tell both, exactly; how far a new step is off rests on `noise`. Neither
 * tells whether `fixed` grows with the copies of the model: it is the same for all. Rows have equal relative weight.
 * @param rows Measured steps.
 * @param options How sure a row is.
 * @param options.noise Standard deviation of a step around the formula, as a share. Default: `publishedNoise`, from other machines.
 * @throws one line when there is no row, or a number is out of range.
 */
export function fitPipeline(
  rows: readonly PipelineRow[],
  { noise: known = publishedNoise }: { noise?: Noise } = {},
): PipelineFit {
  if (rows.length === 0) throw new Error("There is no step to fit a pipeline to: give at least one.");
  checkTimes(rows, ({ microbatches }) => `A step of ${microbatches} microbatches`);
  const lengths = rows.map((row) => pipelineLength(row) / row.seconds);
  const ones = rows.map(() => 1);
  const both = leastSquares(lengths.map((length, row) => [length, 1 / rows[row].seconds]), ones); // prettier-ignore
  const isBoth = both !== undefined && both.coefficients[1] > 0;
  const fit = isBoth ? both : leastSquares(lengths.map((length) => [length]), ones); // prettier-ignore
  if (!fit) throw new Error("The steps tell no time of a microbatch: give steps above 0 s.");
  const [secondsPerMicrobatch, fixedSeconds = 0] = fit.coefficients;
  const residuals = rows.map(({ seconds }, row) => 1 - secondsPerMicrobatch * lengths[row] - fixedSeconds / seconds);
  const noise = noiseOf(residuals, rows.length - fit.coefficients.length, known);
  const held = isBoth
    ? {
        value: fixedSeconds,
        why: "it is the same on any number of GPUs: the rows do not tell it from growth with GPUs",
      }
    : { value: 0, why: whyNotFixed(both?.coefficients[1]) };
  return {
    ...{ secondsPerMicrobatch, fixedSeconds, held: [held] },
    predict(step, level = 0.95) {
      const length = pipelineLength(step);
      const microbatchSeconds = step.microbatches * secondsPerMicrobatch;
      const bubbleSeconds = (length - step.microbatches) * secondsPerMicrobatch;
      const seconds = microbatchSeconds + bubbleSeconds + fixedSeconds;
      const parts = { seconds, level, microbatchSeconds, bubbleSeconds, fixedSeconds };
      if (!isBoth) return { ...parts, why: held.why };
      if (noise.degreesOfFreedom < 1)
        return { ...parts, why: "two steps for two terms: without a noise nothing says how far they are off" };
      return { ...parts, ...newRun(seconds, varianceOfSum(fit, [length, 1]), noise, level) };
    },
  };
}

function whyNotFixed(fixed: number | undefined): string {
  return fixed === undefined
    ? "steps of one length do not tell what a step has once: add one with another number of microbatches"
    : "the steps fit best with less than 0";
}
