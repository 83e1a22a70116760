import type { Noise } from "../fits";
import type { Prior, ScaleFit, ScaleTerm } from "./types";

/**
 * What is known before any row. A term that data sheets or replicates give counts as uncertain as it is large. None of these
 * numbers comes from a row that the tests predict.
 */
export const defaultPriors: Partial<Record<ScaleTerm, Prior>> = {
  allReduce: {
    value: 1,
    deviation: 1,
    why: "the links' rates with nothing hidden, as uncertain as that is large",
  },
  slowest: {
    value: 1,
    deviation: 1,
    why: "order statistics of the devices' spread, as uncertain as they are large",
  },
  // NCCL's kernels are one block a channel, some 16 of the 108 or 132 multiprocessors of an A100 or H100.
  betweenNodes: {
    value: 0,
    deviation: 0.1,
    why: "the kernels of an all-reduce between nodes take about a tenth of a GPU's multiprocessors from computing, if they run all the time",
  },
};

/**
 * How far plans are from the formula on the published rows of 4 to 64 H100 (`mlperfSeries`): the residual standard deviation of
 * that fit. These are other machines than the user's, so it counts as much as five plans, fewer than it rests on.
 */
export const publishedNoise: Noise = { share: 0.022, degreesOfFreedom: 5 };

/**
 * A term that the rows of another fit tell, as a prior where rows are few: the half batch of the same network on another kind of
 * device, for example. It counts as uncertain as it is large.
 * @param whose What was fitted, for the reason: `H100`.
 * @throws one line when those rows do not tell the term.
 */
export function priorFrom({ told }: Pick<ScaleFit, "told">, term: ScaleTerm, whose: string): Prior {
  const found = told.find((each) => each.name === term);
  if (!found) {
    const known = told.map((each) => each.name).join(", ");
    throw new Error(`The rows of ${whose} do not tell ${term}: take one of ${known}, or give the prior yourself.`);
  }
  return { value: found.estimate, deviation: found.estimate, why: `that of ${whose}, as uncertain as it is large` };
}
