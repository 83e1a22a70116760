import { quantileOfSlowest, slowestStep } from "./order-statistics";
import type { StepTimes } from "./scenario";

/** Up to so many steps are drawn one by one. */
const drawnSingly = 32;

/** The times of steps that wait for their slowest node. */
export interface Steps {
  /** Mean time of a step by the time of a usual node's step. */
  slowdown: number;
  /** Seconds of so many steps, drawn at random; undefined where all steps take the same time. */
  draw?: (steps: number) => number;
}

/**
 * Steps of n nodes. A step's time is drawn as a whole, from the distribution of the largest of n. More than 32 steps
 * are drawn as one normal value with the mean and variance of their sum, to which the sum of that many independent
 * steps is close.
 * @param random Numbers above 0 and below 1.
 */
export function stepsOf(n: number, step: Required<StepTimes> | undefined, random: () => number): Steps {
  if (!step) return { slowdown: 1 };
  const { seconds, slowNode, noise } = step;
  const { mean, deviation } = slowestStep(n, step);
  const slowdown = mean / seconds;
  if (deviation === 0) return { slowdown };
  const { distribution, deviationSeconds } = noise;
  const slowest = (nodes: number): number =>
    nodes === 0 ? 0 : seconds + deviationSeconds * quantileOfSlowest(random(), nodes, distribution);
  const single = (): number => (slowNode === 1 ? slowest(n) : Math.max(slowNode * slowest(1), slowest(n - 1)));
  const draw = (steps: number): number => {
    if (steps > drawnSingly)
      return steps * mean + Math.sqrt(steps) * deviation * quantileOfSlowest(random(), 1, "normal");
    let sum = 0;
    for (let at = 0; at < steps; at++) sum += single();
    return sum;
  };
  return { slowdown, draw };
}
