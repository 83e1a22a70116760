import { sum } from "simple-statistics";
import { checkByCases } from "../check";
import { formatNumber } from "../compare";
import { counted } from "../../system/words";

const SPLIT = "What is mirrored, what is split";
const MB = 1e6;

const EPOCHS: [images: number, perDevice: number, devices: number][] = [
  [50_000, 2_048, 1],
  [50_000, 2_048, 2],
  [50_000, 2_048, 4],
];

/** Checks a function that gives the steps of an epoch on several devices, whose batches together are the global one. */
export const checkMirroredSteps = checkByCases(SPLIT, EPOCHS, (images, perDevice, devices) => {
  const exact = images / (perDevice * devices);
  return {
    what: `${formatNumber(images)} images, ${formatNumber(perDevice)} on each of ${counted(devices, "device")}`,
    expected: Math.ceil(exact),
    unit: "steps",
    slips: [
      [Math.ceil(images / perDevice), "All devices take part in one step: what is its global batch?"],
      [Math.ceil(exact * devices * devices), "A step takes perDevice from each device, not from all."],
      [Math.ceil(images / perDevice) / devices, "Round up last: the epoch is cut into global batches."],
      [Math.floor(exact), "The images left over make one more step."],
      [exact, "A step is done or it is not: the number is whole."],
    ],
  };
});

const SHARES: [images: number, devices: number][] = [
  [8_192, 4],
  [850, 4],
  [3, 4],
];

/** Checks a function that divides a batch among devices as evenly as possible; the first ones take one more. */
export const checkShares = checkByCases(SPLIT, SHARES, (images, devices) => {
  const least = Math.floor(images / devices);
  const more = images % devices;
  const sharesBy = (share: (device: number) => number) => Array.from({ length: devices }, (_, device) => share(device));
  return {
    what: `${formatNumber(images)} images on ${counted(devices, "device")}`,
    expected: sharesBy((device) => (device < more ? least + 1 : least)),
    slips: [
      [sharesBy(() => least), "Some images are in no device's share."],
      [sharesBy(() => Math.ceil(images / devices)), "That is more images than there are."],
      [sharesBy(() => images / devices), "An image cannot be divided: shares are whole numbers."],
      [sharesBy((device) => (device === 0 ? least + more : least)), "One takes all that is left over."],
      [sharesBy((device) => (device === devices - 1 ? least + more : least)), "One takes all that is left over."],
      [
        sharesBy((device) => (device >= devices - more ? least + 1 : least)),
        "Let the first devices take one more, not the last.",
      ],
    ],
  };
});

/** One weight's mean gradient on each device, and the number of images that the device averaged over. */
const GRADIENTS: [gradients: number[], images: number[]][] = [
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

/** Checks a function that combines the devices' mean gradients into that of the global batch. */
export const checkMeanGradient = checkByCases("The mean over the global batch", GRADIENTS, (gradients, images) => {
  const weighted = sum(gradients.map((gradient, device) => gradient * images[device]));
  return {
    what: `gradients ${gradients.join(", ")} over ${images.join(", ")} images`,
    expected: weighted / sum(images),
    slips: [
      [sum(gradients) / gradients.length, "Each image should count once, each device does here."],
      [sum(gradients), "That is a sum, not a mean."],
      [weighted, "That is the sum over all images: divide by how many there are."],
      [weighted / gradients.length, "Divide by the number of images, not of devices."],
    ],
  };
});

/** The gradients of ResNet50V2 in float32. */
const GRADIENT_BYTES = 23_585_290 * 4;
const RINGS: [devices: number, bytes: number][] = [
  [1, GRADIENT_BYTES],
  [2, GRADIENT_BYTES],
  [4, GRADIENT_BYTES],
];

/**
 * Checks a function that gives the bytes that each device sends in a ring all-reduce: 2 (n - 1) / n of what it holds.
 * P. Patarasuk and X. Yuan, Bandwidth optimal all-reduce algorithms for clusters of workstations, JPDC 69 (2), 2009.
 */
export const checkRingBytes = checkByCases("All-reduce", RINGS, (devices, bytes) => ({
  what: `${(bytes / MB).toFixed(1)} MB of gradients on ${counted(devices, "device")}`,
  expected: (2 * (devices - 1) * bytes) / devices,
  unit: "bytes",
  slips: [
    [((devices - 1) * bytes) / devices, "That is the first round: the sums must come back, too."],
    [(devices - 1) * bytes, "In a ring nobody sends everything to everybody: only parts, to one side."],
    [2 * (devices - 1) * bytes, "What is sent at a time is one part of n, not everything."],
    [2 * bytes, "A device keeps one of its n parts in each round: n - 1 are sent."],
    [(2 * bytes) / devices, "That is one send in each round: there are n - 1."],
    [bytes, "There are two rounds of n - 1 sends, each of one part of n."],
  ],
}));
