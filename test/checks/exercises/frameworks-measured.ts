import { checkRankRanges, checkSecondsToAccuracy, checkSteadyThroughput, checkTwoGains } from "../../../lib/checks";
import type { FrameworkEpoch } from "../../../lib/runs";
import { exercise } from "../exercise";

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: number[]): number => sum(values) / values.length;
const seconds = (run: FrameworkEpoch[]): number => sum(run.map((epoch) => epoch.seconds));
const images = (run: FrameworkEpoch[]): number => sum(run.map((epoch) => epoch.images));

/** Epoch by epoch, with a rule that says when replicates are there. */
const until =
  (there: (accuracies: number[], target: number) => boolean, before = false) =>
  (runs: FrameworkEpoch[][], target: number): number => {
    for (let count = 1; count <= runs[0].length; count++) {
      const accuracies = runs.map((run) => run[count - 1].testAccuracy);
      if (there(accuracies, target)) return mean(runs.map((run) => seconds(run.slice(0, before ? count - 1 : count))));
    }
    return Infinity;
  };

export const exercises = [
  exercise({
    what: "the throughput of later epochs",
    cell: "07-frameworks/test-throughput",
    check: checkSteadyThroughput,
    right: [
      (epochs) => images(epochs.slice(1)) / seconds(epochs.slice(1)),
      ([first, ...later]) => (first.images * later.length) / seconds(later),
    ],
    wrong: [
      { what: "all epochs", answer: (epochs) => images(epochs) / seconds(epochs), says: /leave it out/ },
      {
        what: "the mean of rates",
        answer: (epochs) => mean(epochs.slice(1).map((epoch) => epoch.images / epoch.seconds)),
        says: /all images by all seconds/,
      },
      { what: "seconds an image", answer: ([, ...later]) => seconds(later) / images(later), says: /below the line/ },
    ],
  }),
  exercise({
    what: "the ranks that intervals allow",
    cell: "07-frameworks/test-ranks",
    check: checkRankRanges,
    right: [
      (intervals) =>
        intervals.map(({ low, high }) => ({
          best: 1 + intervals.filter((other) => other.low > high).length,
          worst: intervals.length - intervals.filter((other) => other.high < low).length,
        })),
      (intervals) =>
        intervals.map((mine) => {
          let [best, worst] = [1, 1];
          for (const other of intervals) {
            if (other === mine) continue;
            if (other.low > mine.high) best++;
            if (other.high >= mine.low) worst++;
          }
          return { best, worst };
        }),
    ],
    wrong: [
      {
        what: "limits compared with like limits",
        answer: (intervals) =>
          intervals.map(({ low, high }) => ({
            best: 1 + intervals.filter((other) => other.low > low).length,
            worst: intervals.length - intervals.filter((other) => other.high < high).length,
          })),
        says: /whole interval/,
      },
      {
        what: "the slowest first",
        answer: (intervals) =>
          intervals.map(({ low, high }) => ({
            best: 1 + intervals.filter((other) => other.high < low).length,
            worst: intervals.length - intervals.filter((other) => other.low > high).length,
          })),
        says: /the fastest/,
      },
      {
        what: "turned round",
        answer: (intervals) =>
          intervals.map(({ low, high }) => ({
            worst: 1 + intervals.filter((other) => other.low > high).length,
            best: intervals.length - intervals.filter((other) => other.high < low).length,
          })),
        says: /Turn them round/,
      },
    ],
  }),
  exercise({
    what: "the time to an accuracy of replicates",
    cell: "07-frameworks/test-seconds-to",
    check: checkSecondsToAccuracy,
    right: [
      until((accuracies, target) => mean(accuracies) >= target),
      (runs, target) => {
        const at = runs[0].findIndex((_, epoch) => sum(runs.map((run) => run[epoch].testAccuracy)) >= target * runs.length - 1e-12);
        return at < 0 ? Infinity : sum(runs.map((run) => seconds(run.slice(0, at + 1)))) / runs.length;
      },
    ],
    wrong: [
      {
        what: "each run by itself",
        answer: (runs, target) => mean(runs.map((run) => until(([accuracy]) => accuracy >= target)([run], target))),
        says: /mean accuracy of all runs/,
      },
      {
        what: "the luckiest run",
        answer: (runs, target) => Math.min(...runs.map((run) => until(([accuracy]) => accuracy >= target)([run], target))),
        says: /luckiest/,
      },
      { what: "the epochs before", answer: until((all, target) => mean(all) >= target, true), says: /counts, too/ },
      {
        what: "never there",
        answer: (runs, target) => {
          const found = until((accuracies) => mean(accuracies) >= target)(runs, target);
          return found === Infinity ? -1 : found;
        },
        says: /Infinity/,
      },
    ],
  }),
  exercise({
    what: "two gains",
    cell: "07-frameworks/test-two-gains",
    check: checkTwoGains,
    right: [
      (before, after) => {
        const [throughput, learning] = [after.imagesPerSecond / before.imagesPerSecond, before.imagesNeeded / after.imagesNeeded];
        return { throughput, learning, toAccuracy: throughput * learning };
      },
      (before, after) => ({
        throughput: after.imagesPerSecond / before.imagesPerSecond,
        learning: 1 / (after.imagesNeeded / before.imagesNeeded),
        toAccuracy: before.imagesNeeded / before.imagesPerSecond / (after.imagesNeeded / after.imagesPerSecond),
      }),
    ],
    wrong: [
      {
        what: "learning the other way round",
        answer: (before, after) => {
          const [throughput, learning] = [after.imagesPerSecond / before.imagesPerSecond, after.imagesNeeded / before.imagesNeeded];
          return { throughput, learning, toAccuracy: throughput / learning };
        },
        says: /fewer images gains/,
      },
      {
        what: "added up",
        answer: (before, after) => {
          const [throughput, learning] = [after.imagesPerSecond / before.imagesPerSecond, before.imagesNeeded / after.imagesNeeded];
          return { throughput, learning, toAccuracy: throughput + learning };
        },
        says: /multiply/,
      },
      {
        what: "throughput the other way round",
        answer: (before, after) => ({
          throughput: before.imagesPerSecond / after.imagesPerSecond,
          learning: before.imagesNeeded / after.imagesNeeded,
          toAccuracy: before.imagesNeeded / before.imagesPerSecond / (after.imagesNeeded / after.imagesPerSecond),
        }),
        says: /new rate/,
      },
    ],
  }),
]; // prettier-ignore
