import { recordAt } from "../../../lib/cells/place-schema";
import { runStatistics } from "../../../lib/runs";
import { scaling } from "../../../lib/measure";
import type { Check } from "../../../lib/checks/check";
import { askedOfTask } from "../../../lib/checks/measured/asked-of-task";
import type { AskedFor } from "../../../lib/checks/measured/consistency";
import { speedups, speedupSlips } from "../../../lib/checks/measured/speedups";
import { checkOwn, neededAt, ownValue, runOf } from "../../../lib/checks/measured/own-check";
import type { Needed, OwnValue } from "../../../lib/checks/measured/own-check";
import { newest, type OwnRecords } from "../../../lib/checks/measured/own-records";

/** Lesson 3's results for ResNet50V2 and ResNet152V2. */
export interface NetworksResults {
  /** How many times as long a steady epoch of ResNet152V2 is as one of ResNet50V2, on one device. */
  timesAsLong: number;
  /** Of ResNet50V2 on the most devices, compared with one. */
  shallowSpeedup: number;
  /** Of ResNet152V2, likewise. */
  deepSpeedup: number;
}

const networks = {
  resnet50v2: { task: "mirrored", program: "02-mirrored/train", name: "ResNet50V2" },
  resnet152v2: { task: "deeper-model", program: "03-deeper-model/train", name: "ResNet152V2" },
};
type Network = keyof typeof networks;

/** The sizes on a student's machine: `perDevice` images in a step, `trainImages` in an epoch. */
const sizes = {
  gpu: { perDevice: 256, imageSize: 128, trainImages: 10_240 },
  cpu: { perDevice: 8, imageSize: 32, trainImages: 64 },
};

/**
 * Checks what a student measured of two networks, where the newest record was made: on the student's machine or by jobs.
 * @param records of both on one device and on several: `results/resnet50v2-1.json`, `results/cluster-resnet152v2-4.json`.
 */
export function checkOwnNetworks(results: () => NetworksResults, records: OwnRecords): Check {
  const { run, onCluster } = newest(records);
  const device = run?.configuration.device ?? "cpu";
  const mostFile = recordAt({ onCluster }, "resnet152v2-4");
  // The lesson measures four GPUs only where a machine has them, and four logical devices only on this machine.
  const four = (device === "cpu" && !onCluster) || records.some(({ file }) => file === mostFile);
  const counts = four ? [1, 2, 4] : [1, 2];
  const runsOf = (model: Network): Needed[] =>
    counts.map((devices) =>
      neededAt(records, { onCluster }, `${model}-${devices}`, (record) =>
        onCluster ? askedOfTask({ task: networks[model].task, devices }, record) : askedHere(model, device, devices),
      ),
    );
  const [shallow, deep] = [runsOf("resnet50v2"), runsOf("resnet152v2")];
  return checkOwn("What you measured", results, [
    timesAsLong(shallow[0], deep[0]),
    speedupOf("resnet50v2", "shallowSpeedup", shallow),
    speedupOf("resnet152v2", "deepSpeedup", deep),
  ]);
}

function askedHere(model: Network, device: "cpu" | "gpu", replicas: number): AskedFor {
  const { perDevice, imageSize, trainImages } = sizes[device];
  return {
    ...{ program: networks[model].program, model, strategy: "mirrored", device, replicas, imageSize },
    ...{ globalBatchSize: replicas * perDevice, trainImages, imagesPerEpoch: trainImages, epochs: 2 },
  };
}

function timesAsLong(shallow: Needed, deep: Needed): OwnValue {
  const statistics = (needed: Needed) => runStatistics(runOf(needed));
  const ratio = (): number => statistics(deep).steadyEpochSeconds / statistics(shallow).steadyEpochSeconds;
  return ownValue("an epoch of ResNet152V2 against one of ResNet50V2, on one device", "timesAsLong", [shallow, deep], {
    unit: "times as long",
    right: () => {
      // A study's epochs include the first step's wait.
      const [one, other] = [shallow, deep].map((needed) => scaling([runOf(needed)]).points[0].epochSeconds);
      return [ratio(), other / one];
    },
    slips: () => [
      [1 / ratio(), "Upside down: the deeper network takes longer."],
      [
        statistics(deep).firstEpochSeconds / statistics(shallow).firstEpochSeconds,
        "These are the first epochs, which carry the start-up.",
      ],
      [3.13, "That is how much more it computes, by its layers: what did you measure?"],
    ],
  });
}

function speedupOf(model: Network, part: string, from: Needed[]): OwnValue {
  const devices = from[from.length - 1].asked.replicas ?? 1;
  return ownValue(`speedup of ${networks[model].name} on ${devices} devices`, part, from, {
    unit: "times",
    right: () => speedups(from),
    slips: () => speedupSlips(from),
  });
}
