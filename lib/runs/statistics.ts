import { max, mean, median, sampleStandardDeviation, sum } from "simple-statistics";
import { allDevices, type RunRecord } from "./record";
import {
  epochImages,
  epochSeconds,
  finishedEpochs,
  resumedAt,
  stepSeconds,
  steadyEpochs,
  trainingSeconds,
} from "./epochs";

/** The distribution of a list of times, in seconds. */
export interface Spread {
  count: number;
  mean: number;
  median: number;
  /** Sample standard deviation (n - 1); 0 for a single value. */
  standardDeviation: number;
}

/** The speed of a run according to its record. Times are in seconds. */
export interface RunStatistics {
  id: string;
  /** Mean time of an epoch, without the first. */
  steadyEpochSeconds: number;
  firstEpochSeconds: number;
  /** The time of epoch 1 beyond a steady epoch: capture, memory, caches. */
  startUpSeconds: number;
  /** Building the steps' graphs, which is part of the start-up. */
  captureSeconds: number;
  timeToFirstStepSeconds: number;
  /** From the first step's start to the last step's end; see {@link trainingSeconds}. */
  trainingSeconds: number;
  /** Full steps of the steady epochs, without the smaller last batch. */
  step: Spread;
  /** Training images per second in the steady epochs, over all devices, with the last batch. */
  imagesPerSecond: number;
  imagesPerSecondPerDevice: number;
  /** Peak memory of the process, in bytes; 0 if unknown. */
  peakMemoryBytes: number;
  /** Peak memory where the batch has to fit, in bytes; see {@link neededBytes}. */
  neededBytes: number;
}

/**
 * A run's times and rates. Epoch 1 counts separately: see `startUpSeconds`.
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
    imagesPerSecondPerDevice: imagesPerSecond / allDevices(run.configuration),
    peakMemoryBytes: run.peakMemoryBytes,
    neededBytes: neededBytes(run),
  };
}

/** The distribution of at least one value. */
export function spread(values: number[]): Spread {
  return {
    count: values.length,
    mean: mean(values),
    median: median(values),
    standardDeviation: values.length > 1 ? sampleStandardDeviation(values) : 0,
  };
}

/**
 * The most memory that a run needed at once where its batch has to fit, in bytes: on its fullest GPU, or of its process where
 * it ran on CPUs; 0 if unknown. A record of before `devicePeakBytes` has only what nvidia-smi shows of a GPU: what TensorFlow
 * has taken for its tensors, in regions each twice as large as the one before, which can be twice what it needed.
 */
export function neededBytes({ configuration, devicePeakBytes, gpu, peakMemoryBytes }: RunRecord): number {
  if (configuration.device === "cpu") return peakMemoryBytes;
  return Math.max(0, ...(devicePeakBytes ?? gpu?.memoryBytes ?? [peakMemoryBytes]));
}

function fullSteps(seconds: number[], images: number[]): number[] {
  const full = max(images);
  return seconds.filter((_, step) => images[step] === full);
}
