import { recordAt } from "../../../lib/cells/place-schema";
import type { RunRecord } from "../../../lib/runs";
import type { Check } from "../../../lib/checks/check";
import { presetNamed } from "../../../lib/training/presets";
import { askedOfTask } from "../../../lib/checks/measured/asked-of-task";
import type { AskedFor } from "../../../lib/checks/measured/consistency";
import { checkOwn, neededAt, runOf, type Needed, type OwnValue } from "../../../lib/checks/measured/own-check";
import { speedups, speedupSlips } from "../../../lib/checks/measured/speedups";
import { newest, type OwnRecords } from "../../../lib/checks/measured/own-records";

/** Lesson 2's results on the most devices, compared with one. */
export interface ScalingResults {
  /** With the same number of images on each device. */
  weakSpeedup: number;
  /** 1 is ideal. */
  weakEfficiency: number;
  /** With the same number of images in a step. */
  strongSpeedup: number;
}

/** The lesson's runs: on GPUs where there are two, else on logical devices. */
const kinds = {
  gpu: { perDevice: 256, imageSize: 128, trainImages: 5120, counts: [1, 2] },
  cpu: { perDevice: 16, imageSize: 32, trainImages: 320, counts: [1, 2, 4] },
} as const;

/**
 * Checks the speedups and the efficiency that a student measured, here or on a cluster: where the newest record is from.
 * @param records of equal and of divided batches: `results/DEVICES-devices-batch-BATCH.json`, with `cluster-` before a job's.
 */
export function checkOwnScaling(results: () => ScalingResults, records: OwnRecords): Check {
  const { run, onCluster } = newest(records);
  const { weak, strong, batch } = run && onCluster ? onTheCluster(records, run) : onThisMachine(records, run);
  const most = weak[weak.length - 1].asked.replicas;
  return checkOwn("What you measured", results, [
    speedup(`speedup on ${most} devices, ${weak[0].asked.globalBatchSize} images each`, "weakSpeedup", weak),
    efficiency(`its efficiency`, weak),
    speedup(`speedup on ${most} devices, ${batch} images in a step`, "strongSpeedup", strong),
  ]);
}

/** The runs of both studies, from one device to the most, and the images of the second one's steps. */
interface Studies {
  weak: Needed[];
  strong: Needed[];
  batch: number;
}

function onThisMachine(records: OwnRecords, run: RunRecord | undefined): Studies {
  const device = run?.configuration.device ?? "cpu";
  const { perDevice, counts } = kinds[device];
  const here = { onCluster: false };
  // The lesson measures four GPUs only where a machine has them.
  const four = records.some(({ file }) => file === recordAt(here, nameOf(4, 4 * perDevice)));
  const all = four && device === "gpu" ? [...counts, 4] : [...counts];
  const batch = all[all.length - 1] * perDevice;
  const needed = (devices: number, batch: number): Needed =>
    neededAt(records, here, nameOf(devices, batch), askedFor(device, devices, batch));
  const weak = all.map((devices) => needed(devices, devices * perDevice));
  return { weak, strong: all.map((devices) => needed(devices, batch)), batch };
}

/** One device must hold the whole batch of the second study, so that it has as many images as a device of the first. */
function onTheCluster(records: OwnRecords, { configuration: { device, imageSize } }: RunRecord): Studies {
  const preset = imageSize === presetNamed("full", { device }).imageSize ? "full" : "quick";
  const { batchSize: perDevice } = presetNamed(preset, { device });
  const there = { onCluster: true };
  // A node may have fewer GPUs.
  const most =
    [4, 2].find((count) => records.some(({ file }) => file === recordAt(there, nameOf(count, count * perDevice)))) ?? 2;
  const all = [1, 2, 4].filter((count) => count <= most);
  const needed = (devices: number, batchSize: number): Needed =>
    neededAt(records, there, nameOf(devices, batchSize), (record) =>
      askedOfTask({ task: "mirrored", devices, cluster: { batchSize } }, record),
    );
  const weak = all.map((devices) => needed(devices, devices * perDevice));
  return { weak, strong: all.map((devices) => needed(devices, perDevice)), batch: perDevice };
}

const nameOf = (devices: number, batch: number): string => `${devices}-devices-batch-${batch}`;

function askedFor(device: "cpu" | "gpu", replicas: number, globalBatchSize: number): AskedFor {
  const { imageSize, trainImages } = kinds[device];
  return {
    ...{ program: "02-mirrored/train", model: "resnet50v2", strategy: "mirrored", device, replicas, globalBatchSize },
    ...{ imageSize, trainImages, imagesPerEpoch: trainImages, epochs: 2 },
  };
}

function speedup(what: string, part: string, from: Needed[]): OwnValue {
  return { what, part, from, unit: "times", right: () => speedups(from), slips: () => speedupSlips(from) };
}

function efficiency(what: string, from: Needed[]): OwnValue {
  const devices = (): number => runOf(from[from.length - 1]).configuration.replicas;
  return {
    what,
    part: "weakEfficiency",
    from,
    right: () => speedups(from).map((speedup) => speedup / devices()),
    slips: () => [
      [speedups(from)[0], "That is the speedup: divide it by the devices."],
      [(100 * speedups(from)[0]) / devices(), "Give a share, 1 for ideal, and no percent."],
    ],
  };
}
