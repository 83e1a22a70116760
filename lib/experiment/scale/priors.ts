import type { Noise } from "../fits";
import type { Prior, ScaleTerm } from "./types";

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
