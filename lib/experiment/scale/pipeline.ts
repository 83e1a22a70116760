import { sum } from "simple-statistics";
import { pipelineLength, type PipelineStep } from "../../measure";
import { leastSquares } from "../predict/least-squares";
import { standardErrors } from "../statistics";
import { publishedNoise } from "./priors";
import type { HeldTerm, Noise } from "./types";

/** A measured step of a pipeline. */
export interface PipelineRow extends PipelineStep {
  seconds: number;
}

/** The expected time of a step of a pipeline. */
export interface PipelinePrediction {
  seconds: number;
  /** Bounds for a new run with probability `level`; missing, with `why`, when the rows tell no more than one term. */
  low?: number;
  high?: number;
  level: number;
  why?: string;
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
  held: Omit<HeldTerm, "term" | "deviation">[];
  /** @param level Level of the interval for a new run. Default 0.95. @throws as `pipelineLength`. */
  predict(step: PipelineStep, level?: number): PipelinePrediction;
}

/**
 * Fits a pipeline's step: seconds = microbatch x (m + (p - 1) / v) + fixed, where {@link pipelineLength} has m, p and v. One row tells
 * a microbatch's time alone: `fixed` is then held at 0. Two tell both, exactly; how far a new step is off rests on `noise`. Neither
 * tells whether `fixed` grows with the copies of the model: it is the same for all. Rows have equal relative weight.
 * @param noise Standard deviation of a step around the formula, as a share. Default: `publishedNoise`, from other machines.
 * @throws one line when there is no row, or a number is out of range.
 */
export function fitPipeline(
  rows: readonly PipelineRow[],
  { noise = publishedNoise }: { noise?: Noise } = {},
): PipelineFit {
  if (rows.length === 0) throw new Error("There is no step to fit a pipeline to: give at least one.");
  const strange = rows.find(({ seconds }) => !(seconds > 0 && Number.isFinite(seconds)));
  if (strange) {
    throw new Error(`A step of ${strange.microbatches} microbatches took ${strange.seconds} s: give times above 0.`);
  }
  const lengths = rows.map((row) => pipelineLength(row) / row.seconds);
  const ones = rows.map(() => 1);
  const both = leastSquares(lengths.map((length, row) => [length, 1 / rows[row].seconds]), ones); // prettier-ignore
  const isBoth = both !== undefined && both.coefficients[1] > 0;
  const fit = isBoth ? both : leastSquares(lengths.map((length) => [length]), ones); // prettier-ignore
  if (!fit) throw new Error("The steps tell no time of a microbatch: give steps above 0 s.");
  const [secondsPerMicrobatch, fixedSeconds = 0] = fit.coefficients;
  const residuals = rows.map(({ seconds }, row) => 1 - secondsPerMicrobatch * lengths[row] - fixedSeconds / seconds);
  const degreesOfFreedom = rows.length - fit.coefficients.length + noise.degreesOfFreedom;
  const squares = sum(residuals.map((residual) => residual ** 2)) + noise.degreesOfFreedom * noise.share ** 2;
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
      if (degreesOfFreedom < 1)
        return { ...parts, why: "two steps for two terms: without a noise nothing says how far they are off" };
      const [[a, b], [, d]] = fit.covariance;
      const variance = length ** 2 * a + 2 * length * b + d + seconds ** 2;
      const reach = standardErrors(degreesOfFreedom, level) * Math.sqrt((variance * squares) / degreesOfFreedom);
      return { ...parts, low: Math.max(0, seconds - reach), high: seconds + reach };
    },
  };
}

function whyNotFixed(fixed: number | undefined): string {
  return fixed === undefined
    ? "steps of one length do not tell what a step has once: add one with another number of microbatches"
    : "the steps fit best with less than 0";
}
