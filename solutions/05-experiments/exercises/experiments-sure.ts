import { mean, sampleStandardDeviation, standardDeviation, sum } from "simple-statistics";
import { standardErrors } from "../../../lib/experiment/statistics/tails";
import { checkByCases } from "../../../lib/checks/check";
import { rounded } from "./rounded";

/** Student's t for 99 % and so many values. */
const tFor = (count: number): number => standardErrors(count - 1, 0.99);

/** Experiments of three runs with the same spread, whose means lie ever farther above a true mean of 10 s. */
const ladder = [0.3, 0.9, 1.25, 1.6, 2.1, 2.5, 3.4, 5, 6, 7, 8].map((above) =>
  [9, 10, 11].map((seconds) => seconds + above),
);

/** The seconds of the runs of several experiments, the true mean, and the factor of the standard error. */
const EXPERIMENTS: [experiments: number[][], truth: number, factor: number][] = [
  [ladder, 10, 4],
  [[[3.8, 4, 4.2], [4.4, 4.6, 4.8], [4.1, 4.3], [3, 5], [3.1, 3.3, 3.2, 3.4], [4.2, 4.3, 4.4, 4.5, 4.6]], 4, 3],
]; // prettier-ignore

/** Checks a function that says what share of some experiments' intervals contains the true mean. */
export const checkCoverage = checkByCases("Why runs are repeated", EXPERIMENTS, (experiments, truth, factor) => {
  const containing = (reachOf: (n: number, s: number, variance: number) => number, spread = sampleStandardDeviation) =>
    experiments.filter((seconds) => {
      const s = spread(seconds);
      return Math.abs(mean(seconds) - truth) <= reachOf(seconds.length, s, s ** 2);
    }).length / experiments.length;
  const right = containing((n, s) => (factor * s) / Math.sqrt(n));
  const runs = experiments.flat().filter((seconds) => Math.abs(seconds - truth) <= factor);
  return {
    what: `${experiments.length} experiments, the true mean ${truth} s, the factor ${factor}`,
    expected: right,
    slips: [
      [1 - right, "This share misses the true mean. Which share contains it?"],
      [right * experiments.length, "This counts the intervals. Divide by the number of experiments."],
      [
        containing((n, s) => (factor * s) / Math.sqrt(n), standardDeviation),
        "For a sample, divide the squares by n - 1.",
      ],
      [containing((_, s) => factor * s), "The mean of n runs varies less than one run: divide by √n."],
      [containing((n, s) => (factor * s) / n), "Divide by √n, not by n."],
      [
        containing((n, _, variance) => (factor * variance) / Math.sqrt(n)),
        "This is the variance: take its square root.",
      ],
      [
        containing((n, s) => s / Math.sqrt(n)),
        "The interval reaches `factor` standard errors to either side, not one.",
      ],
      [
        containing((n, s) => (factor * s) / Math.sqrt(n) / 2),
        "The interval reaches this far to either side, not half as far.",
      ],
      [
        runs.length / experiments.flat().length,
        "An experiment counts once: its interval contains the true mean or not.",
      ],
    ],
  };
});

/** The epochs of several runs, in seconds. */
const EPOCHS: [runs: number[][]][] = [
  [[[1.0, 1.02, 1.01], [1.2, 1.21, 1.25], [0.95, 0.96, 0.91]]],
  [[[10, 11, 12, 9, 10], [12, 12, 13, 12, 11], [9, 10, 10, 9, 11], [11, 11, 10, 12, 11], [10, 10, 9, 10, 12]]],
]; // prettier-ignore

/** Checks a function that says how many times too narrow an interval is when it takes epochs for runs. */
export const checkTimesTooNarrow = checkByCases("The wrong interval", EPOCHS, (runs) => {
  const width = (values: number[], t = tFor(values.length)): number =>
    (t * sampleStandardDeviation(values)) / Math.sqrt(values.length);
  const [means, all] = [runs.map(mean), runs.flat()];
  const [right, wrong] = [width(means), width(all)];
  return {
    what: `${runs.length} runs of ${runs[0].length} epochs`,
    expected: right / wrong,
    unit: "times",
    slips: [
      [wrong / right, "The right interval is the wider one: divide it by the wrong one."],
      [
        right / width(all, tFor(runs.length)), // the same t in both, whichever it is
        "Each interval has its own t: the right one takes t for the number of runs, the wrong one takes t for all its values.",
      ],
      [width(runs.map(([first]) => first)) / wrong, "A run's value is the mean of its epochs, not the first of them."],
      [Math.sqrt(all.length / runs.length), "The standard deviation and t differ, too: compute both intervals."],
      [width(runs[0]) / wrong, "All runs count, not only the first."],
    ],
  };
});

/** Seconds of two configurations, block by block. */
const PAIRS: [first: number[], second: number[]][] = [
  [[10, 12, 11], [11, 13.1, 11.9]],
  [[0.71, 0.65, 0.8, 0.9], [0.7, 0.6, 0.72, 0.85]],
  [[5, 9, 7], [6, 8, 7]],
]; // prettier-ignore

/** A mean difference and its interval. */
export interface MeanDifference {
  mean: number;
  low: number;
  high: number;
}

/** Checks a function that gives the 99 % interval of a difference, paired by block. */
export const checkPairedDifference = checkByCases("Do two configurations differ?", PAIRS, (first, second) => {
  const n = first.length;
  const apart = second.map((seconds, block) => seconds - first[block]);
  const centre = rounded(mean(apart));
  const around = (reach: number, at = centre): MeanDifference => ({ mean: at, low: at - reach, high: at + reach });
  const s = sampleStandardDeviation(apart);
  const reach = (tFor(n) * s) / Math.sqrt(n);
  const [a, b] = [first, second].map((seconds) => sampleStandardDeviation(seconds) ** 2 / n);
  const single = [a, b].map((variance) => tFor(n) * Math.sqrt(variance));
  const welchDf = (a + b) ** 2 / (sum([a ** 2, b ** 2]) / (n - 1));
  return {
    what: `${first.join(", ")} s and ${second.join(", ")} s`,
    expected: around(reach),
    unit: "s",
    slips: [
      [around(reach, -centre), "Subtract the first from the second."],
      [around(standardErrors(2 * n - 2, 0.99) * Math.sqrt(a + b)), pairHint],
      [around(standardErrors(welchDf, 0.99) * Math.sqrt(a + b)), pairHint],
      [around(tFor(n) * Math.sqrt(a + b)), pairHint],
      [around(single[0] + single[1]), "The ends of the two intervals do not tell how certain their difference is."],
      [around(tFor(n) * s), "The mean of n differences varies less than one of them: divide by √n."],
      [around((tFor(2 * n) * s) / Math.sqrt(n)), "There are as many differences as blocks: take t for that many."],
      [
        around((standardErrors(2 * n - 2, 0.99) * s) / Math.sqrt(n)),
        "There are n differences, so t has n - 1 degrees of freedom.",
      ],
      [around((standardErrors(n - 1, 0.95) * s) / Math.sqrt(n)), "This is the interval of 95 %."],
    ],
  };
});

const pairHint =
  "This ignores the blocks. Subtract within each block first: what the block did to both runs then cancels out.";
