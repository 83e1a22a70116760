import { mean, sum } from "simple-statistics";
import { epochImages, epochSeconds, runStatistics } from "../../runs";
import type { Check } from "../check";
import type { AskedFor } from "./consistency";
import { checkOwn, runOf, type Needed, type OwnValue } from "./own-check";
import type { OwnRecord, OwnRecords } from "./own-records";

/** What lesson 1 measures on one device. */
export interface OneDeviceResults {
  /** Of a steady epoch of the baseline. */
  epochSeconds: number;
  /** Throughput of the baseline's steady epochs. */
  imagesPerSecond: number;
  /** How many times as long an image of 128 x 128 pixels takes as one of 32 x 32. */
  timesAsLong: number;
  /** How many times as many images a second the GPU uses as the CPU, of 128 x 128 pixels; where there is a GPU. */
  gpuTimesAsFast?: number;
}

const program = { program: "01-one-device/train", model: "resnet50v2", epochs: 2 };
const baselineAsked: AskedFor = {
  ...program,
  ...{ device: "cpu", imageSize: 32, globalBatchSize: 32, trainImages: 656, imagesPerEpoch: 656 },
};
const fullSizeAsked: AskedFor = {
  ...program,
  ...{ device: "cpu", imageSize: 128, globalBatchSize: 16, trainImages: 160, imagesPerEpoch: 160 },
};
const gpuAsked: AskedFor = { ...program, device: "gpu", imageSize: 128, globalBatchSize: 256 };

/**
 * Checks what a student measured on one device.
 * @param records of the baseline, and of the full task's images.
 * @param onGpu of the same on a GPU: without it nothing is asked of a GPU.
 */
export function checkOwnOneDevice(
  results: () => OneDeviceResults,
  [baseline, fullSize]: OwnRecords,
  [onGpu]: readonly (OwnRecord | undefined)[] = [],
): Check {
  const small: Needed = { record: baseline, asked: baselineAsked };
  const large: Needed = { record: fullSize, asked: fullSizeAsked };
  const values = [steadySeconds(small), throughput(small), largerImages(small, large)];
  if (onGpu !== undefined && !onGpu.isMissing) values.push(acceleration(large, { record: onGpu, asked: gpuAsked }));
  return checkOwn("What you measured", results, values);
}

function steadySeconds(small: Needed): OwnValue {
  return {
    what: "seconds of a steady epoch",
    part: "epochSeconds",
    from: [small],
    right: () => [runStatistics(runOf(small)).steadyEpochSeconds],
    unit: "s",
    slips: () => {
      const { epochs } = runOf(small);
      const each = epochs.map((epoch) => epochSeconds(epoch));
      return [
        { value: each[0], hint: "That is the first epoch, which carries the start-up." },
        { value: mean(each), hint: "The first epoch is in it: its start-up costs do not come again." },
        { value: sum(each.slice(1)), hint: "That is all later epochs together: how long does one take?" },
      ];
    },
  };
}

function throughput(small: Needed): OwnValue {
  return {
    what: "throughput of the steady epochs",
    part: "imagesPerSecond",
    from: [small],
    right: () => {
      const later = runOf(small).epochs.slice(1);
      const ofEach = later.map((epoch) => epochImages(epoch) / epochSeconds(epoch));
      return [runStatistics(runOf(small)).imagesPerSecond, mean(ofEach)];
    },
    unit: "images/s",
    slips: () => {
      const { epochs } = runOf(small);
      const { imagesPerSecond } = runStatistics(runOf(small));
      const all = sum(epochs.map(epochImages)) / sum(epochs.map((epoch) => epochSeconds(epoch)));
      return [
        { value: epochImages(epochs[0]) / epochSeconds(epochs[0]), hint: "That is the first epoch's." },
        { value: all, hint: "The first epoch is in it: leave it out." },
        { value: 1 / imagesPerSecond, hint: "These are seconds per image: turn it round." },
      ];
    },
  };
}

function largerImages(small: Needed, large: Needed): OwnValue {
  const rate = (needed: Needed): number => runStatistics(runOf(needed)).imagesPerSecond;
  return {
    what: "an image of 128 x 128 pixels against one of 32 x 32",
    part: "timesAsLong",
    from: [small, large],
    right: () => [rate(small) / rate(large)],
    unit: "times as long",
    slips: () => [
      { value: rate(large) / rate(small), hint: "Upside down: the large image takes longer." },
      { value: 16, hint: "That is how many times as many pixels it has: what did you measure?" },
      {
        value: runStatistics(runOf(large)).steadyEpochSeconds / runStatistics(runOf(small)).steadyEpochSeconds,
        hint: "The two epochs have different numbers of images: compare the time of one image.",
      },
    ],
  };
}

function acceleration(onCpu: Needed, onGpu: Needed): OwnValue {
  const rate = (needed: Needed): number => runStatistics(runOf(needed)).imagesPerSecond;
  return {
    what: "your GPU against your CPU",
    part: "gpuTimesAsFast",
    from: [onCpu, onGpu],
    right: () => [rate(onGpu) / rate(onCpu)],
    unit: "times as fast",
    slips: () => [
      { value: rate(onCpu) / rate(onGpu), hint: "Upside down: the GPU's images a second belong on top." },
      {
        value: runStatistics(runOf(onCpu)).steadyEpochSeconds / runStatistics(runOf(onGpu)).steadyEpochSeconds,
        hint: "The two epochs have different numbers of images: compare images a second.",
      },
    ],
  };
}
