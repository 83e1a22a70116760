import { mean, sum } from "simple-statistics";
import { epochImages, epochSeconds, runStatistics } from "../../runs";
import type { Check } from "../check";
import type { AskedFor } from "./consistency";
import { checkOwn, runOf, type Needed, type OwnValue } from "./own-check";
import type { OwnRecord, OwnRecords } from "./own-records";

/** Lesson 1's results on one device. */
export interface OneDeviceResults {
  /** Of a steady epoch of the baseline. */
  epochSeconds: number;
  /** Throughput of the baseline's steady epochs. */
  imagesPerSecond: number;
  /** How many times as long an image of 128 x 128 pixels takes as one of 32 x 32. */
  timesAsLong: number;
  /** Ratio of the GPU's throughput to the CPU's, with images of 128 x 128 pixels; where there is a GPU. */
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
 * @param records of the baseline and of the run with the full task's images.
 * @param onGpu the same on a GPU. Without it, no GPU result is expected.
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

const rate = (needed: Needed): number => runStatistics(runOf(needed)).imagesPerSecond;
const steadyEpochSeconds = (needed: Needed): number => runStatistics(runOf(needed)).steadyEpochSeconds;

function steadySeconds(small: Needed): OwnValue {
  return {
    what: "seconds of a steady epoch",
    part: "epochSeconds",
    from: [small],
    right: () => [steadyEpochSeconds(small)],
    unit: "s",
    slips: () => {
      const { epochs } = runOf(small);
      const seconds = epochs.map((epoch) => epochSeconds(epoch));
      return [
        [seconds[0], "That is the first epoch, which carries the start-up."],
        [mean(seconds), "The first epoch is in it: its start-up costs do not come again."],
        [sum(seconds.slice(1)), "That is all later epochs together: how long does one take?"],
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
      const rates = later.map((epoch) => epochImages(epoch) / epochSeconds(epoch));
      return [rate(small), mean(rates)];
    },
    unit: "images/s",
    slips: () => {
      const { epochs } = runOf(small);
      const all = sum(epochs.map(epochImages)) / sum(epochs.map((epoch) => epochSeconds(epoch)));
      return [
        [epochImages(epochs[0]) / epochSeconds(epochs[0]), "That is the first epoch's."],
        [all, "The first epoch is in it: leave it out."],
        [1 / rate(small), "These are seconds per image: turn it round."],
      ];
    },
  };
}

function largerImages(small: Needed, large: Needed): OwnValue {
  return {
    what: "an image of 128 x 128 pixels against one of 32 x 32",
    part: "timesAsLong",
    from: [small, large],
    right: () => [rate(small) / rate(large)],
    unit: "times as long",
    slips: () => [
      [rate(large) / rate(small), "Upside down: the large image takes longer."],
      [16, "That is how many times as many pixels it has: what did you measure?"],
      [
        steadyEpochSeconds(large) / steadyEpochSeconds(small),
        "The two epochs have different numbers of images: compare the time of one image.",
      ],
    ],
  };
}

function acceleration(onCpu: Needed, onGpu: Needed): OwnValue {
  return {
    what: "your GPU against your CPU",
    part: "gpuTimesAsFast",
    from: [onCpu, onGpu],
    right: () => [rate(onGpu) / rate(onCpu)],
    unit: "times as fast",
    slips: () => [
      [rate(onCpu) / rate(onGpu), "Upside down: the GPU's images a second belong on top."],
      [
        steadyEpochSeconds(onCpu) / steadyEpochSeconds(onGpu),
        "The two epochs have different numbers of images: compare images a second.",
      ],
    ],
  };
}
