import { mean, product, sampleStandardDeviation, standardDeviation, sum } from "simple-statistics";
import { checkByCases } from "../check";

/** Designs: the number of levels of each factor, and the replicates. The first is the published study's. */
const DESIGNS: [levels: number[], replicates: number][] = [
  [[2, 2, 3, 3], 5],
  [[2, 2, 2], 3],
  [[4], 10],
];

/** Checks a function that gives the runs of a full factorial design. */
export const checkRunsOfDesign = checkByCases("A question and a design", DESIGNS, (levels, replicates) => ({
  what: `factors with ${levels.join(", ")} levels, ${replicates} replicates`,
  expected: product(levels) * replicates,
  unit: "runs",
  slips: [
    [product(levels), "Those are the configurations: each of them runs more than once."],
    [sum(levels) * replicates, "Each level meets every level of the others: multiply."],
    [sum(levels), "Each level meets every level of the others: multiply, and count the replicates."],
    [product(levels) + replicates, "Each configuration runs that often, not one of them."],
  ],
}));

/** A drift in seconds from one run to the next, and the places in the run order of the runs of two levels. */
const DRIFTS: [drift: number, first: number[], second: number[]][] = [
  [0.1, [1, 2, 3, 4], [5, 6, 7, 8]],
  [0.1, [1, 4, 6, 8], [2, 3, 5, 7]],
  [-2, [1, 2, 3, 4], [5, 6]],
];

/** Checks a function that gives the difference that a drift fakes between two levels that do not differ. */
export const checkFakedDifference = checkByCases("Why the order is drawn by lot", DRIFTS, (drift, first, second) => {
  const apart = mean(second) - mean(first);
  return {
    what: `${drift} s from run to run, places ${first.join(", ")} against ${second.join(", ")}`,
    expected: rounded(drift * apart),
    unit: "s",
    slips: [
      [rounded(-drift * apart), "Take the first level's mean from the second's."],
      [apart, "That is how many runs later: each of them adds the drift."],
      [rounded(drift * (sum(second) - sum(first))), "Compare means: take the mean of the places."],
      [rounded(drift * (second[0] - first[0])), "All runs count, not the first of each."],
      [rounded(drift * second.length), "How many runs later were they, in the mean?"],
    ],
  };
});

/** Removes rounding errors, which keep a sum of decimal fractions from being exactly 0. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

/** The ends of a confidence interval. */
export interface Limits {
  low: number;
  high: number;
}

/** Seconds of runs, and Student's t for that many. */
const INTERVALS: [seconds: number[], t: number][] = [
  [[10, 11, 12], 9.925],
  [[0.52, 0.49, 0.55, 0.51, 0.5], 4.604],
];

/** Checks a function that gives the confidence interval of a mean. */
export const checkInterval = checkByCases("Why runs are repeated", INTERVALS, (seconds, t) => {
  const around = (reach: number): Limits => ({ low: mean(seconds) - reach, high: mean(seconds) + reach });
  const [n, s] = [seconds.length, sampleStandardDeviation(seconds)];
  return {
    what: `runs of ${seconds.join(", ")} s, t = ${t}`,
    expected: around((t * s) / Math.sqrt(n)),
    unit: "s",
    slips: [
      [around((t * standardDeviation(seconds)) / Math.sqrt(n)), "The standard deviation of a sample divides by n - 1."],
      [around(t * s), "A mean of n runs varies less than a run: divide by √n."],
      [around((t * s) / n), "A mean of n runs varies less by √n, not by n."],
      [around((t * s ** 2) / Math.sqrt(n)), "That is the variance: take its root."],
      [around(s / Math.sqrt(n)), "That is one standard error: an interval of 99 % is t of them."],
      [around((t * s) / Math.sqrt(n) / 2), "It reaches so far to either side."],
      [around((t * s) / Math.sqrt(n - 1)), "n - 1 belongs into the standard deviation only."],
    ],
  };
});

/** Runs, and all their epochs taken for runs, each with its t. The first case is the published study's. */
const NARROW: [runs: number, t: number, values: number, wrongT: number][] = [
  [5, 4.604, 25, 2.797],
  [3, 9.925, 9, 3.355],
  [10, 3.25, 30, 2.756],
];

/** Checks a function that says how many times narrower an interval becomes when epochs are taken for runs. */
export const checkTimesTooNarrow = checkByCases("The wrong interval", NARROW, (runs, t, values, wrongT) => {
  const [right, wrong] = [t / Math.sqrt(runs), wrongT / Math.sqrt(values)];
  return {
    what: `${runs} runs with t = ${t}, taken for ${values} with t = ${wrongT}`,
    expected: right / wrong,
    unit: "times",
    slips: [
      [wrong / right, "The right interval is the wider one: it belongs on top."],
      [t / wrongT, "The count is in √n, too."],
      [Math.sqrt(values / runs), "t is another one, too: it falls as values become more."],
      [t / runs / (wrongT / values), "By √n, not by n."],
      [(t * Math.sqrt(runs)) / (wrongT * Math.sqrt(values)), "t s / √n: √n divides."],
    ],
  };
});

/** Seconds on one node and on two, with sync and with accumulate. */
const INTERACTIONS: [sync: [number, number], accumulate: [number, number]][] = [
  [
    [332, 1827],
    [318, 737],
  ],
  [
    [10, 7],
    [12, 8],
  ],
  [
    [5, 8],
    [4, 7],
  ],
];

/** Checks a function that gives the interaction of nodes and mode: by how much a second node costs more with sync. */
export const checkInteraction = checkByCases("Effects and interactions", INTERACTIONS, (sync, accumulate) => {
  const [syncEffect, accumulateEffect] = [sync[1] - sync[0], accumulate[1] - accumulate[0]];
  const right = syncEffect - accumulateEffect;
  return {
    what: `sync ${sync.join(" and ")} s, accumulate ${accumulate.join(" and ")} s`,
    expected: right,
    unit: "s",
    slips: [
      [syncEffect, "That is what a second node adds with sync: and with accumulate?"],
      [accumulateEffect, "That is what a second node adds with accumulate: and with sync?"],
      [sync[1] - accumulate[1], "They differ on one node, too: that is not the second node's doing."],
      [-right, "Take accumulate from sync."],
      [syncEffect + accumulateEffect, "By how much do the two effects differ?"],
      [(syncEffect + accumulateEffect) / 2, "That is the mean effect of a second node, not how it differs."],
    ],
  };
});
