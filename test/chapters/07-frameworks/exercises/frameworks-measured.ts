import { mean, sum } from "simple-statistics";
import {
  checkRankRanges,
  checkSecondsToAccuracy,
  checkSteadyThroughput,
  checkTwoGains,
} from "../../../../solutions/07-frameworks/exercises/frameworks-measured";
import type { FrameworkEpoch } from "../../../../chapters/07-frameworks/frameworks";
import { exercise } from "../../../checks/exercise";

const seconds = (run: FrameworkEpoch[]): number => sum(run.map((epoch) => epoch.seconds));

/** Seconds until the sum of all runs' accuracies is there. */
function untilAccuracy(runs: FrameworkEpoch[][], target: number): number {
  const accuracies = runs[0].map((_, epoch) => sum(runs.map((run) => run[epoch].testAccuracy)));
  const at = accuracies.findIndex((all) => all >= target * runs.length - 1e-12);
  return at < 0 ? Infinity : sum(runs.map((run) => seconds(run.slice(0, at + 1)))) / runs.length;
}

export const exercises = [
  exercise({
    cell: "07-frameworks/test-throughput",
    check: checkSteadyThroughput,
    right: ([first, ...later]) => (first.images * later.length) / seconds(later),
    wrong: {
      what: "the mean of rates",
      answer: ([, ...later]) => mean(later.map((epoch) => epoch.images / epoch.seconds)),
      says: /all images by all seconds/,
    },
  }),
  exercise({
    cell: "07-frameworks/test-ranks",
    check: checkRankRanges,
    right: (intervals) =>
      intervals.map((mine) => {
        let [best, worst] = [1, 1];
        for (const other of intervals) {
          if (other === mine) continue;
          if (other.low > mine.high) best++;
          if (other.high >= mine.low) worst++;
        }
        return { best, worst };
      }),
    wrong: {
      what: "limits compared with like limits",
      answer: (intervals) =>
        intervals.map(({ low, high }) => ({
          best: 1 + intervals.filter((other) => other.low > low).length,
          worst: intervals.length - intervals.filter((other) => other.high < high).length,
        })),
      says: /whole interval/,
    },
  }),
  exercise({
    cell: "07-frameworks/test-seconds-to",
    check: checkSecondsToAccuracy,
    right: untilAccuracy,
    wrong: {
      what: "each run by itself",
      answer: (runs, target) => mean(runs.map((run) => untilAccuracy([run], target))),
      says: /mean accuracy of all runs/,
    },
  }),
  exercise({
    cell: "07-frameworks/test-two-gains",
    check: checkTwoGains,
    right: (before, after) => ({
      throughput: after.imagesPerSecond / before.imagesPerSecond,
      learning: 1 / (after.imagesNeeded / before.imagesNeeded),
      toAccuracy: before.imagesNeeded / before.imagesPerSecond / (after.imagesNeeded / after.imagesPerSecond),
    }),
    wrong: {
      what: "added up",
      answer: (before, after) => {
        const throughput = after.imagesPerSecond / before.imagesPerSecond;
        const learning = before.imagesNeeded / after.imagesNeeded;
        return { throughput, learning, toAccuracy: throughput + learning };
      },
      says: /multiply/,
    },
  }),
];
