import { mean, product, sampleStandardDeviation, standardDeviation, sum } from "simple-statistics";
import { Check } from "../check";

/** A design: how many levels each factor has, and how often each configuration runs. */
export type DesignCase = [levels: number[], replicates: number];
/** The published study, and two others. */
const DESIGNS: DesignCase[] = [
  [[2, 2, 3, 3], 5],
  [[2, 2, 2], 3],
  [[4], 10],
];

/** Checks a function that gives the runs of a full factorial design. */
export function checkRunsOfDesign(
  runsOfDesign: (levels: number[], replicates: number) => number,
  cases = DESIGNS,
): Check {
  return new Check(
    "A question and a design",
    cases.map(([levels, replicates]) => ({
      what: `factors with ${levels.join(", ")} levels, ${replicates} replicates`,
      came: () => runsOfDesign([...levels], replicates),
      expected: product(levels) * replicates,
      unit: "runs",
      slips: [
        { value: product(levels), hint: "Those are the configurations: each of them runs more than once." },
        { value: sum(levels) * replicates, hint: "Each level meets every level of the others: multiply." },
        { value: sum(levels), hint: "Each level meets every level of the others: multiply, and count the replicates." },
        { value: product(levels) + replicates, hint: "Each configuration runs that often, not one of them." },
      ],
    })),
  );
}

/** A drift, in seconds from a run to the next, and the places in the order at which the runs of two levels stood. */
export type DriftCase = [drift: number, first: number[], second: number[]];
const DRIFTS: DriftCase[] = [
  [0.1, [1, 2, 3, 4], [5, 6, 7, 8]],
  [0.1, [1, 4, 6, 8], [2, 3, 5, 7]],
  [-2, [1, 2, 3, 4], [5, 6]],
];

/** Checks a function that gives the difference between two levels that a drift makes, where there is none in truth. */
export function checkFakedDifference(
  fakedDifference: (drift: number, first: number[], second: number[]) => number,
  cases = DRIFTS,
): Check {
  return new Check(
    "Why the order is drawn by lot",
    cases.map(([drift, first, second]) => {
      const apart = mean(second) - mean(first);
      return {
        what: `${drift} s from run to run, places ${first.join(", ")} against ${second.join(", ")}`,
        came: () => fakedDifference(drift, [...first], [...second]),
        expected: rounded(drift * apart),
        unit: "s",
        slips: [
          { value: rounded(-drift * apart), hint: "Take the first level's mean from the second's." },
          { value: apart, hint: "That is how many runs later: each of them adds the drift." },
          { value: rounded(drift * (sum(second) - sum(first))), hint: "Compare means: take the mean of the places." },
          { value: rounded(drift * (second[0] - first[0])), hint: "All runs count, not the first of each." },
          { value: rounded(drift * second.length), hint: "How many runs later were they, in the mean?" },
        ],
      };
    }),
  );
}

/** Sums of decimal fractions miss zero by a hair. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

/** The ends of an interval. */
export interface Limits {
  low: number;
  high: number;
}

/** The times of runs, and Student's t for as many. */
export type IntervalCase = [seconds: number[], t: number];
const INTERVALS: IntervalCase[] = [
  [[10, 11, 12], 9.925],
  [[0.52, 0.49, 0.55, 0.51, 0.5], 4.604],
];

/** Checks a function that gives the confidence interval of a mean. */
export function checkInterval(interval: (seconds: number[], t: number) => Limits, cases = INTERVALS): Check {
  return new Check(
    "Why runs are repeated",
    cases.map(([seconds, t]) => {
      const around = (reach: number): Limits => ({ low: mean(seconds) - reach, high: mean(seconds) + reach });
      const [n, s] = [seconds.length, sampleStandardDeviation(seconds)];
      return {
        what: `runs of ${seconds.join(", ")} s, t = ${t}`,
        came: () => interval([...seconds], t),
        expected: around((t * s) / Math.sqrt(n)),
        unit: "s",
        slips: [
          {
            value: around((t * standardDeviation(seconds)) / Math.sqrt(n)),
            hint: "The standard deviation of a sample divides by n - 1.",
          },
          { value: around(t * s), hint: "A mean of n runs varies less than a run: divide by √n." },
          { value: around((t * s) / n), hint: "A mean of n runs varies less by √n, not by n." },
          { value: around((t * s ** 2) / Math.sqrt(n)), hint: "That is the variance: take its root." },
          { value: around(s / Math.sqrt(n)), hint: "That is one standard error: an interval of 99 % is t of them." },
          { value: around((t * s) / Math.sqrt(n) / 2), hint: "It reaches so far to either side." },
          { value: around((t * s) / Math.sqrt(n - 1)), hint: "n - 1 belongs into the standard deviation only." },
        ],
      };
    }),
  );
}

/** A right count of values with its t, and a wrong one. */
export type NarrowCase = [runs: number, t: number, values: number, wrongT: number];
/** The published study's 5 runs of 5 epochs; 3 runs of 3 epochs; 10 runs of 3. */
const NARROW: NarrowCase[] = [
  [5, 4.604, 25, 2.797],
  [3, 9.925, 9, 3.355],
  [10, 3.25, 30, 2.756],
];

/** Checks a function that says how many times narrower an interval becomes when epochs are taken for runs. */
export function checkTimesTooNarrow(
  timesTooNarrow: (runs: number, t: number, values: number, wrongT: number) => number,
  cases = NARROW,
): Check {
  return new Check(
    "The wrong interval",
    cases.map(([runs, t, values, wrongT]) => {
      const [right, wrong] = [t / Math.sqrt(runs), wrongT / Math.sqrt(values)];
      return {
        what: `${runs} runs with t = ${t}, taken for ${values} with t = ${wrongT}`,
        came: () => timesTooNarrow(runs, t, values, wrongT),
        expected: right / wrong,
        unit: "times",
        slips: [
          { value: wrong / right, hint: "The right interval is the wider one: it belongs on top." },
          { value: t / wrongT, hint: "The count is in √n, too." },
          { value: Math.sqrt(values / runs), hint: "t is another one, too: it falls as values become more." },
          { value: t / runs / (wrongT / values), hint: "By √n, not by n." },
          { value: (t * Math.sqrt(runs)) / (wrongT * Math.sqrt(values)), hint: "t s / √n: √n divides." },
        ],
      };
    }),
  );
}

/** Seconds on one node and on two, with sync and with accumulate. */
export type InteractionCase = [sync: [number, number], accumulate: [number, number]];
const INTERACTIONS: InteractionCase[] = [
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
export function checkInteraction(
  interaction: (sync: [number, number], accumulate: [number, number]) => number,
  cases = INTERACTIONS,
): Check {
  return new Check(
    "Effects and interactions",
    cases.map(([sync, accumulate]) => {
      const [ofSync, ofAccumulate] = [sync[1] - sync[0], accumulate[1] - accumulate[0]];
      const right = ofSync - ofAccumulate;
      return {
        what: `sync ${sync.join(" and ")} s, accumulate ${accumulate.join(" and ")} s`,
        came: () => interaction([...sync], [...accumulate]),
        expected: right,
        unit: "s",
        slips: [
          { value: ofSync, hint: "That is what a second node adds with sync: and with accumulate?" },
          { value: ofAccumulate, hint: "That is what a second node adds with accumulate: and with sync?" },
          {
            value: sync[1] - accumulate[1],
            hint: "They differ on one node, too: that is not the second node's doing.",
          },
          { value: -right, hint: "Take accumulate from sync." },
          { value: ofSync + ofAccumulate, hint: "By how much do the two effects differ?" },
          { value: (ofSync + ofAccumulate) / 2, hint: "That is the mean effect of a second node, not how it differs." },
        ],
      };
    }),
  );
}
