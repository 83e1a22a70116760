import type { FrameworkEpoch } from "../../../chapters/07-frameworks/frameworks";
import { checkByCases } from "../../../lib/checks/check";
import type { RankRange, RateInterval, TrainingToAccuracy, TwoGains } from "../../../chapters/07-frameworks/terms";

const epochs = (images: number, seconds: number[], testAccuracy: number[] = []): FrameworkEpoch[] =>
  seconds.map((each, at) => ({ seconds: each, images, accuracy: 0.9, testAccuracy: testAccuracy[at] ?? 0.1 }));

const STEADY: [epochs: FrameworkEpoch[]][] = [
  [epochs(512, [9, 4, 4])],
  [epochs(512, [9, 2, 6])],
  [epochs(496, [5, 2.5, 3.5, 4])],
];

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;

function rateOf(some: readonly FrameworkEpoch[]): number {
  return sum(some.map(({ images }) => images)) / sum(some.map(({ seconds }) => seconds));
}

/** Checks a function that gives the images a second of a run's epochs without the first. */
export const checkSteadyThroughput = checkByCases("Measure", STEADY, (run) => {
  const later = run.slice(1);
  return {
    what: `${run[0].images} images in epochs of ${run.map(({ seconds }) => seconds).join(", ")} s`,
    expected: rateOf(later),
    unit: "images/s",
    slips: [
      [rateOf(run), "Epoch 1 also has the start: leave it out."],
      [mean(later.map(({ images, seconds }) => images / seconds)), "The mean of the epochs' rates gives a fast epoch as much weight as a slow one: divide all images by all seconds."],
      [1 / rateOf(later), "Images a second: divide the images by the seconds."],
    ],
  };
}); // prettier-ignore

const INTERVALS: [intervals: RateInterval[]][] = [
  [[{ low: 100, high: 120 }, { low: 150, high: 180 }, { low: 200, high: 210 }]],
  [[{ low: 100, high: 120 }, { low: 110, high: 180 }, { low: 200, high: 210 }]],
  [[{ low: 100, high: 220 }, { low: 110, high: 180 }, { low: 200, high: 210 }, { low: 40, high: 90 }]],
]; // prettier-ignore

function rankRanges(intervals: readonly RateInterval[], byLow = false): RankRange[] {
  return intervals.map(({ low, high }) => ({
    best: 1 + intervals.filter((other) => other.low > (byLow ? low : high)).length,
    worst: intervals.length - intervals.filter((other) => other.high < (byLow ? high : low)).length,
  }));
}

/** Checks a function that gives the ranks that intervals allow. */
export const checkRankRanges = checkByCases("Which ranks are clear?", INTERVALS, (intervals) => {
  const right = rankRanges(intervals);
  return {
    what: intervals.map(({ low, high }) => `${low} to ${high}`).join(", "),
    expected: right,
    slips: [
      [rankRanges(intervals, true), "Count only the contenders whose whole interval lies above, or below."],
      [right.map(({ best, worst }) => ({ best: worst, worst: best })), "Swap the two: the best rank is the smaller number."],
      [right.map(({ best, worst }) => ({ best: intervals.length + 1 - worst, worst: intervals.length + 1 - best })), "Rank 1 is the fastest: the most images a second."],
    ],
  };
}); // prettier-ignore

const REPLICATES: [runs: FrameworkEpoch[][], target: number][] = [
  [[epochs(512, [4, 2, 2, 2], [0.1, 0.5, 0.95, 0.99]), epochs(512, [6, 2, 2, 2], [0.1, 0.3, 0.91, 0.99])], 0.9],
  [[epochs(512, [4, 2, 2, 2], [0.1, 0.5, 0.95, 0.99]), epochs(512, [6, 4, 4, 4], [0.1, 0.3, 0.7, 0.97])], 0.9],
  [[epochs(512, [4, 2, 2], [0.1, 0.5, 0.6]), epochs(512, [6, 2, 2], [0.1, 0.3, 0.7])], 0.9],
  [[epochs(512, [4, 2, 2, 2], [0.1, 0.92, 0.8, 0.99]), epochs(512, [6, 3, 3, 3], [0.1, 0.9, 0.7, 0.95])], 0.9],
];

/** Seconds until the first epoch with the accuracy; Infinity where there is none. */
function firstOf(run: FrameworkEpoch[], accuracies: number[], target: number): number {
  const at = accuracies.findIndex((accuracy) => accuracy >= target);
  return at < 0 ? Infinity : sum(run.slice(0, at + 1).map(({ seconds }) => seconds));
}

const testOf = (run: FrameworkEpoch[]): number[] => run.map(({ testAccuracy }) => testAccuracy);

/** Checks a function that gives the seconds of training until replicates reach an accuracy on average. */
export const checkSecondsToAccuracy = checkByCases("Time to accuracy", REPLICATES, (runs, target) => {
  const means = runs[0].map((_, epoch) => mean(runs.map((run) => run[epoch].testAccuracy)));
  const right = mean(runs.map((run) => firstOf(run, means, target)));
  const at = means.findIndex((accuracy) => accuracy >= target);
  const percents = (run: FrameworkEpoch[]): string => testOf(run).map((each) => `${Math.round(100 * each)} %`).join(", ");
  return {
    what: `${runs.map((run) => `[${percents(run)}]`).join(" and ")}, to ${100 * target} %`,
    expected: right,
    unit: "s",
    slips: [
      [mean(runs.map((run) => firstOf(run, testOf(run), target))), "Look for the epoch in which the mean accuracy of all runs reaches the target."],
      [Math.min(...runs.map((run) => firstOf(run, testOf(run), target))), "That is the luckiest run: take the mean accuracy of all runs."],
      [mean(runs.map((run) => sum(run.slice(0, at).map(({ seconds }) => seconds)))), "The epoch that reaches the target counts, too."],
      [mean(runs.map((run) => run[Math.max(at, 0)].seconds)), "All epochs until then take time, not only the last one."],
      [sum(runs.map((run) => firstOf(run, means, target))), "Give the mean of the runs' seconds, not their sum."],
      ...(at < 0 ? [[-1, "If no epoch reaches the target, return Infinity."] as [number, string]] : []),
    ],
  };
}); // prettier-ignore

const CHANGES: [before: TrainingToAccuracy, after: TrainingToAccuracy][] = [
  [{ imagesPerSecond: 200, imagesNeeded: 2000 }, { imagesPerSecond: 380, imagesNeeded: 2000 }],
  [{ imagesPerSecond: 200, imagesNeeded: 2000 }, { imagesPerSecond: 380, imagesNeeded: 4000 }],
  [{ imagesPerSecond: 200, imagesNeeded: 3000 }, { imagesPerSecond: 150, imagesNeeded: 1500 }],
]; // prettier-ignore

/** Checks a function that divides a gain in the time to an accuracy into its two factors. */
export const checkTwoGains = checkByCases("Two gains in one", CHANGES, (before, after) => {
  const throughput = after.imagesPerSecond / before.imagesPerSecond;
  const learning = before.imagesNeeded / after.imagesNeeded;
  const right: TwoGains = { throughput, learning, toAccuracy: throughput * learning };
  return {
    what: `from ${before.imagesPerSecond} to ${after.imagesPerSecond} images/s, from ${before.imagesNeeded} to ${after.imagesNeeded} images`,
    expected: right,
    slips: [
      [{ ...right, learning: 1 / learning }, "A training that needs fewer images gains: divide the images before by the images after."],
      [{ throughput: 1 / throughput }, "More images a second are a gain: divide the new rate by the old one."],
      [{ ...right, toAccuracy: throughput + learning }, "The gains multiply: time = images / (images a second)."],
      [{ ...right, toAccuracy: throughput / learning }, "The gains multiply: time = images / (images a second)."],
    ],
  };
}); // prettier-ignore
