import { sum } from "simple-statistics";
import { Check } from "../check";
import { formatNumber } from "../compare";
import { counted } from "../../system/words";

const SPLIT = "What is mirrored, what is split";
const MB = 1e6;

/** An epoch on several devices: the images, how many each device takes a step, the devices. */
export type EpochCase = [images: number, perDevice: number, devices: number];
const EPOCHS: EpochCase[] = [
  [50_000, 2_048, 1],
  [50_000, 2_048, 2],
  [50_000, 2_048, 4],
];

/** Checks a function that gives the steps of an epoch on several devices, whose batches together are the global one. */
export function checkMirroredSteps(
  steps: (images: number, perDevice: number, devices: number) => number,
  cases = EPOCHS,
): Check {
  return new Check(
    SPLIT,
    cases.map(([images, perDevice, devices]) => {
      const exact = images / (perDevice * devices);
      return {
        what: `${formatNumber(images)} images, ${formatNumber(perDevice)} on each of ${counted(devices, "device")}`,
        came: () => steps(images, perDevice, devices),
        expected: Math.ceil(exact),
        unit: "steps",
        slips: [
          {
            value: Math.ceil(images / perDevice),
            hint: "All devices take part in one step: what is its global batch?",
          },
          {
            value: Math.ceil(exact * devices * devices),
            hint: "A step takes perDevice from each device, not from all.",
          },
          {
            value: Math.ceil(images / perDevice) / devices,
            hint: "Round up last: the epoch is cut into global batches.",
          },
          { value: Math.floor(exact), hint: "The images left over make one more step." },
          { value: exact, hint: "A step is done or it is not: the number is whole." },
        ],
      };
    }),
  );
}

/** A batch and the devices that divide it. */
export type ShareCase = [images: number, devices: number];
const SHARES: ShareCase[] = [
  [8_192, 4],
  [850, 4],
  [3, 4],
];

/** Checks a function that divides a batch among devices: as evenly as it goes, the first ones take one more. */
export function checkShares(shares: (images: number, devices: number) => number[], cases = SHARES): Check {
  return new Check(
    SPLIT,
    cases.map(([images, devices]) => {
      const least = Math.floor(images / devices);
      const more = images % devices;
      const each = (value: (device: number) => number) => Array.from({ length: devices }, (_, device) => value(device));
      return {
        what: `${formatNumber(images)} images on ${counted(devices, "device")}`,
        came: () => shares(images, devices),
        expected: each((device) => (device < more ? least + 1 : least)),
        slips: [
          { value: each(() => least), hint: "Some images are in no device's share." },
          { value: each(() => Math.ceil(images / devices)), hint: "That is more images than there are." },
          { value: each(() => images / devices), hint: "An image cannot be divided: shares are whole numbers." },
          { value: each((device) => (device === 0 ? least + more : least)), hint: "One takes all that is left over." },
          {
            value: each((device) => (device === devices - 1 ? least + more : least)),
            hint: "One takes all that is left over.",
          },
          {
            value: each((device) => (device >= devices - more ? least + 1 : least)),
            hint: "Let the first devices take one more, not the last.",
          },
        ],
      };
    }),
  );
}

/** What each device reports of one weight: the mean gradient over its own images, and how many these were. */
export type GradientCase = [gradients: number[], images: number[]];
const GRADIENTS: GradientCase[] = [
  [
    [0.3, 0.5],
    [256, 256],
  ],
  [
    [0.2, 0.4, 0.6, 2],
    [256, 256, 256, 80],
  ],
  [
    [0.6, 0, 0, 0],
    [848, 0, 0, 0],
  ],
];

/** Checks a function that makes the global batch's mean gradient of the devices' own means. */
export function checkMeanGradient(
  meanGradient: (gradients: number[], images: number[]) => number,
  cases = GRADIENTS,
): Check {
  return new Check(
    "The mean over the global batch",
    cases.map(([gradients, images]) => {
      const weighted = sum(gradients.map((gradient, device) => gradient * images[device]));
      return {
        what: `gradients ${gradients.join(", ")} over ${images.join(", ")} images`,
        came: () => meanGradient([...gradients], [...images]),
        expected: weighted / sum(images),
        slips: [
          { value: sum(gradients) / gradients.length, hint: "Each image should count once, each device does here." },
          { value: sum(gradients), hint: "That is a sum, not a mean." },
          { value: weighted, hint: "That is the sum over all images: divide by how many there are." },
          { value: weighted / gradients.length, hint: "Divide by the number of images, not of devices." },
        ],
      };
    }),
  );
}

/** An all-reduce: the devices, and the bytes that each holds. */
export type RingCase = [devices: number, bytes: number];
/** The gradients of ResNet50V2 in float32. */
const GRADIENT_BYTES = 23_585_290 * 4;
const RINGS: RingCase[] = [
  [1, GRADIENT_BYTES],
  [2, GRADIENT_BYTES],
  [4, GRADIENT_BYTES],
];

/**
 * Checks a function that gives the bytes that each device sends in a ring all-reduce: 2 (n - 1) / n of what it holds.
 * P. Patarasuk and X. Yuan, Bandwidth optimal all-reduce algorithms for clusters of workstations, JPDC 69 (2), 2009.
 */
export function checkRingBytes(ringBytes: (devices: number, bytes: number) => number, cases = RINGS): Check {
  return new Check(
    "All-reduce",
    cases.map(([devices, bytes]) => ({
      what: `${(bytes / MB).toFixed(1)} MB of gradients on ${counted(devices, "device")}`,
      came: () => ringBytes(devices, bytes),
      expected: (2 * (devices - 1) * bytes) / devices,
      unit: "bytes",
      slips: [
        { value: ((devices - 1) * bytes) / devices, hint: "That is the first round: the sums must come back, too." },
        {
          value: (devices - 1) * bytes,
          hint: "In a ring nobody sends everything to everybody: only parts, to one side.",
        },
        { value: 2 * (devices - 1) * bytes, hint: "What is sent at a time is one part of n, not everything." },
        { value: 2 * bytes, hint: "A device keeps one of its n parts in each round: n - 1 are sent." },
        { value: (2 * bytes) / devices, hint: "That is one send in each round: there are n - 1." },
        { value: bytes, hint: "There are two rounds of n - 1 sends, each of one part of n." },
      ],
    })),
  );
}
