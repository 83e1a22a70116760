import { max, mean, median, quantile, sampleStandardDeviation, sum } from "simple-statistics";
import type { RunRecord } from "./record";
import {
  epochImages,
  epochSeconds,
  epochWaitSeconds,
  finishedEpochs,
  resumedAt,
  stepSeconds,
  steadyEpochs,
  trainingSeconds,
} from "./epochs";

/** How a list of times spreads. All but `count` in seconds. */
export interface Spread {
  count: number;
  mean: number;
  median: number;
  /** Sample standard deviation (n - 1); 0 for a single value. */
  standardDeviation: number;
  /** A quarter of the values lie below. */
  lowerQuartile: number;
  /** A quarter of the values lie above. */
  upperQuartile: number;
}

/** What a run's record says about its speed; times in seconds. */
export interface RunStatistics {
  id: string;
  /** Mean time of an epoch, without the first. */
  steadyEpochSeconds: number;
  firstEpochSeconds: number;
  /** What epoch 1 takes beyond a steady epoch: capture, memory, caches. */
  startUpSeconds: number;
  /** Spent building the steps' graphs: a part of the start-up. */
  captureSeconds: number;
  timeToFirstStepSeconds: number;
  /** From the first step's start to the last step's end, whatever lies between. */
  trainingSeconds: number;
  /** Full steps of the steady epochs; the smaller last batch would only blur them. */
  step: Spread;
  /** Images trained on a second, over all devices, in the steady epochs; the last batch counts. */
  imagesPerSecond: number;
  imagesPerSecondPerDevice: number;
  /** Share of the steady epochs, 0 to 1, that steps waited for images. */
  waitShare: number;
  /** Most memory of the process, in bytes; 0 where it is not known. */
  peakMemoryBytes: number;
}

/**
 * A run's times and rates. Epoch 1 stands apart: see `startUpSeconds`.
 * @throws one line when the run has no second epoch.
 */
export function runStatistics(run: RunRecord): RunStatistics {
  const steady = steadyEpochs(run);
  const first = finishedEpochs(run).find(({ epoch }) => epoch === 1);
  const seconds = steady.map((epoch) => epochSeconds(epoch, resumedAt(run, epoch)));
  const steadyEpochSeconds = mean(seconds);
  const firstEpochSeconds = first ? epochSeconds(first, resumedAt(run, first)) : NaN;
  const imagesPerSecond = sum(steady.map(epochImages)) / sum(seconds);
  return {
    id: run.id,
    steadyEpochSeconds,
    firstEpochSeconds,
    startUpSeconds: firstEpochSeconds - steadyEpochSeconds,
    captureSeconds: run.captureSeconds,
    timeToFirstStepSeconds: run.timeToFirstStepSeconds,
    trainingSeconds: trainingSeconds(run),
    step: spread(steady.flatMap((epoch) => fullSteps(stepSeconds(epoch), epoch.steps.images))),
    imagesPerSecond,
    imagesPerSecondPerDevice: imagesPerSecond / run.configuration.replicas,
    waitShare: sum(steady.map(epochWaitSeconds)) / sum(seconds),
    peakMemoryBytes: run.peakMemoryBytes,
  };
}

/** Mean, median and spread of some values, at least one. */
export function spread(values: number[]): Spread {
  return {
    count: values.length,
    mean: mean(values),
    median: median(values),
    standardDeviation: values.length > 1 ? sampleStandardDeviation(values) : 0,
    lowerQuartile: quantile(values, 0.25),
    upperQuartile: quantile(values, 0.75),
  };
}

function fullSteps(seconds: number[], images: number[]): number[] {
  const full = max(images);
  return seconds.filter((_, step) => images[step] === full);
}

/**
 * How many times faster `fast` is than `slow`: their times over the same epoch.
 * @param epoch Which one. Default: the mean over all epochs that both finished, without the first.
 * @throws one line when an epoch is missing, or the runs trained on different numbers of images.
 */
export function acceleration(slow: RunRecord, fast: RunRecord, epoch?: number): number {
  const of = (run: RunRecord) => (epoch === undefined ? steadyEpochs(run) : finishedEpochs(run));
  const [slowEpochs, fastEpochs] = [of(slow), of(fast)];
  const pairs = slowEpochs.flatMap((ours) => {
    const theirs = fastEpochs.find((each) => each.epoch === ours.epoch);
    return theirs && (epoch === undefined || ours.epoch === epoch) ? [[ours, theirs]] : [];
  });
  if (pairs.length === 0) {
    throw new Error(`Runs ${slow.id} and ${fast.id} have not both finished epoch ${epoch ?? 2}: compare another one.`);
  }
  for (const [ours, theirs] of pairs) {
    if (epochImages(ours) === epochImages(theirs)) continue;
    throw new Error(
      `Epoch ${ours.epoch} has ${epochImages(ours)} images in run ${slow.id} and ${epochImages(theirs)} in ${fast.id}: ` +
        "an acceleration compares the same work; compare images per second, or train on as many images.",
    );
  }
  const total = (run: RunRecord, side: 0 | 1) =>
    sum(pairs.map((pair) => epochSeconds(pair[side], resumedAt(run, pair[side]))));
  return total(slow, 0) / total(fast, 1);
}
