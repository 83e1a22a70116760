import { mean, sum } from "simple-statistics";
import {
  checkRankRanges,
  checkSecondsToAccuracy,
  checkSteadyThroughput,
  checkTwoGains,
} from "../../../../solutions/07-frameworks/exercises/frameworks-measured";
import type { FrameworkEpoch } from "../../../../chapters/07-frameworks/frameworks";
import { exercise, slip } from "../../../checks/exercise";

const seconds = (run: FrameworkEpoch[]): number => sum(run.map((epoch) => epoch.seconds));

/** Seconds until the sum of all runs' accuracies is there. */
function untilAccuracy(runs: FrameworkEpoch[][], target: number): number {
  const accuracies = runs[0].map((_, epoch) => sum(runs.map((run) => run[epoch].testAccuracy)));
  const at = accuracies.findIndex((all) => all >= target * runs.length - 1e-12);
  return at < 0 ? Infinity : sum(runs.map((run) => seconds(run.slice(0, at + 1)))) / runs.length;
}

export const exercises = [
  exercise("07-frameworks/test-throughput", checkSteadyThroughput, {
    right: ([first, ...later]) => (first.images * later.length) / seconds(later),
    wrong: slip("the mean of rates", /all images by all seconds/, ([, ...later]) =>
      mean(later.map((epoch) => epoch.images / epoch.seconds)),
    ),
  }),
  exercise("07-frameworks/test-ranks", checkRankRanges, {
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
    wrong: slip("limits compared with like limits", /whole interval/, (intervals) =>
      intervals.map(({ low, high }) => ({
        best: 1 + intervals.filter((other) => other.low > low).length,
        worst: intervals.length - intervals.filter((other) => other.high < high).length,
      })),
    ),
  }),
  exercise("07-frameworks/test-seconds-to", checkSecondsToAccuracy, {
    right: untilAccuracy,
    wrong: slip("each run by itself", /mean accuracy of all runs/, (runs, target) =>
      mean(runs.map((run) => untilAccuracy([run], target))),
    ),
  }),
  exercise("07-frameworks/test-two-gains", checkTwoGains, {
    right: (before, after) => ({
      throughput: after.imagesPerSecond / before.imagesPerSecond,
      learning: 1 / (after.imagesNeeded / before.imagesNeeded),
      toAccuracy: before.imagesNeeded / before.imagesPerSecond / (after.imagesNeeded / after.imagesPerSecond),
    }),
    wrong: slip("added up", /multiply/, (before, after) => {
      const throughput = after.imagesPerSecond / before.imagesPerSecond;
      const learning = before.imagesNeeded / after.imagesNeeded;
      return { throughput, learning, toAccuracy: throughput + learning };
    }),
  }),
];
