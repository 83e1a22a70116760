import { mean, sum } from "simple-statistics";
import { epochImages, epochSeconds, runStatistics } from "../../../lib/runs";
import type { ArgumentValues } from "../../../lib/jobs/run-program";
import type { Check } from "../../../lib/checks/check";
import { askedOfTask } from "../../../lib/checks/measured/asked-of-task";
import type { AskedFor } from "../../../lib/checks/measured/consistency";
import { checkOwn, neededAt, ownValue, rateOf, runOf } from "../../../lib/checks/measured/own-check";
import type { Needed, OwnValue } from "../../../lib/checks/measured/own-check";
import type { OwnRecord, OwnRecords } from "../../../lib/checks/measured/own-records";

/** Lesson 1's results on one device. */
export interface OneDeviceResults {
  /** Of a steady epoch of the baseline. */
  epochSeconds: number;
  /** What the baseline's first epoch takes beyond a steady one. */
  startUpSeconds: number;
  /** Throughput of the baseline's steady epochs. */
  imagesPerSecond: number;
  /** How many times as long an image of 128 x 128 pixels takes as one of 32 x 32. */
  timesAsLong: number;
  /** Ratio of the GPU's throughput to the CPU's, with images of 128 x 128 pixels; where there is a GPU. */
  gpuTimesAsFast?: number;
}

const program = { program: "01-one-device/train", model: "resnet50v2", epochs: 2 };
const baselineHere: AskedFor = {
  ...program,
  ...{ device: "cpu", imageSize: 32, globalBatchSize: 32, trainImages: 656, imagesPerEpoch: 656 },
};
const fullSizeHere: AskedFor = {
  ...program,
  ...{ device: "cpu", imageSize: 128, globalBatchSize: 16, trainImages: 160, imagesPerEpoch: 160 },
};
const gpuHere: AskedFor = { ...program, device: "gpu", imageSize: 128, globalBatchSize: 256 };

/** What a quick job's arguments replace, so that it has the images of the full task, but few of them. */
const fewLargeImages = { imageSize: 128, batchSize: 16, trainImages: 160 };

/** A job has the study's size, or few images of it where the place is `cluster-quick`. */
function largeJob(record: OwnRecord, task: "cpu" | "gpu", study: ArgumentValues): AskedFor {
  const isQuick = record.run?.configuration.trainImages === fewLargeImages.trainImages;
  return askedOfTask({ task, cluster: isQuick ? fewLargeImages : { imageSize: 128, ...study } }, record);
}

/** The records that a place's measurements left, by the part of the lesson that made them. */
interface Measured {
  small: Needed;
  large: Needed;
  fast: Needed;
}

function measured(records: OwnRecords, onCluster: boolean): Measured {
  const needed = (name: string, here: AskedFor, byJob: (record: OwnRecord) => AskedFor): Needed =>
    neededAt(records, { onCluster }, name, onCluster ? byJob : here);
  const smallJob = (record: OwnRecord) => askedOfTask({ task: "cpu", cluster: { imageSize: 32 } }, record);
  return {
    small: needed("baseline", baselineHere, smallJob),
    large: needed("full-size", fullSizeHere, (record) => largeJob(record, "cpu", {})),
    fast: needed("gpu", gpuHere, (record) => largeJob(record, "gpu", { batchSize: 256 })),
  };
}

/**
 * Checks what a student measured on one device: on this machine, or by jobs of a cluster. If there are records of both, the
 * answers may follow from either.
 * @param records all of the student's. Without one of a GPU, no GPU result is expected.
 */
export function checkOwnOneDevice(results: () => OneDeviceResults, records: OwnRecords): Check {
  const places = [false, true].map((onCluster) => measured(records, onCluster));
  const used = places.filter(({ small, large }) => !small.record.isMissing || !large.record.isMissing);
  const checks = (used.length > 0 ? used : places.slice(0, 1)).map((place) => checkPlace(results, place));
  return checks.reduce((best, check) => (check.share > best.share ? check : best));
}

function checkPlace(results: () => OneDeviceResults, { small, large, fast }: Measured): Check {
  const values = [steadySeconds(small), startUp(small), throughput(small), largerImages(small, large)];
  if (!fast.record.isMissing) values.push(acceleration(large, fast));
  return checkOwn("What you measured", results, values);
}

const steadyEpochSeconds = (needed: Needed): number => runStatistics(runOf(needed)).steadyEpochSeconds;

function steadySeconds(small: Needed): OwnValue {
  return ownValue("seconds of a steady epoch", "epochSeconds", [small], {
    right: () => [steadyEpochSeconds(small)],
    unit: "s",
    slips: () => {
      const { epochs } = runOf(small);
      const seconds = epochs.map((epoch) => epochSeconds(epoch));
      return [
        [seconds[0], "That is the first epoch, which includes the start-up."],
        [mean(seconds), "This mean includes the first epoch: its start-up costs do not come again."],
        [sum(seconds.slice(1)), "That is all later epochs together: how long does one take?"],
      ];
    },
  });
}

function startUp(small: Needed): OwnValue {
  return ownValue("what epoch 1 takes beyond a steady epoch", "startUpSeconds", [small], {
    right: () => [runStatistics(runOf(small)).startUpSeconds],
    unit: "s",
    slips: () => {
      const { startUpSeconds, firstEpochSeconds, captureSeconds } = runStatistics(runOf(small));
      return [
        [-startUpSeconds, "The sign is wrong: subtract the steady epoch from epoch 1."],
        [firstEpochSeconds, "That is the whole first epoch: part of it is ordinary training."],
        [captureSeconds, "That is the capture alone: the start-up contains more than the capture."],
      ];
    },
  });
}

function throughput(small: Needed): OwnValue {
  return ownValue("throughput of the steady epochs", "imagesPerSecond", [small], {
    right: () => {
      const later = runOf(small).epochs.slice(1);
      const rates = later.map((epoch) => epochImages(epoch) / epochSeconds(epoch));
      return [rateOf(small), mean(rates)];
    },
    unit: "images/s",
    slips: () => {
      const { epochs } = runOf(small);
      const all = sum(epochs.map(epochImages)) / sum(epochs.map((epoch) => epochSeconds(epoch)));
      return [
        [epochImages(epochs[0]) / epochSeconds(epochs[0]), "That is the throughput of the first epoch."],
        [all, "This includes the first epoch: leave it out."],
        [1 / rateOf(small), "These are seconds per image: divide the other way round."],
      ];
    },
  });
}

function largerImages(small: Needed, large: Needed): OwnValue {
  return ownValue("an image of 128 x 128 pixels against one of 32 x 32", "timesAsLong", [small, large], {
    right: () => [rateOf(small) / rateOf(large)],
    unit: "times as long",
    slips: () => [
      [rateOf(large) / rateOf(small), "Upside down: the large image takes longer."],
      [16, "That is how many times as many pixels it has: what did you measure?"],
      [
        steadyEpochSeconds(large) / steadyEpochSeconds(small),
        "The two epochs have different numbers of images: compare the time of one image.",
      ],
    ],
  });
}

function acceleration(onCpu: Needed, onGpu: Needed): OwnValue {
  return ownValue("your GPU against your CPU", "gpuTimesAsFast", [onCpu, onGpu], {
    right: () => [rateOf(onGpu) / rateOf(onCpu)],
    unit: "times as fast",
    slips: () => [
      [rateOf(onCpu) / rateOf(onGpu), "Upside down: divide the GPU's images per second by the CPU's."],
      [
        steadyEpochSeconds(onCpu) / steadyEpochSeconds(onGpu),
        "The two epochs have different numbers of images: compare images a second.",
      ],
    ],
  });
}
