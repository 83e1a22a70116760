import { sum } from "simple-statistics";
import { checkByCases } from "../../../lib/checks/check";
import { formatNumber } from "../../../lib/checks/compare";
import { counted } from "../../../lib/system/words";

const SPLIT = "What is mirrored, and what is split";
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
  [[0.3, 0.5], [256, 256]],
  [[0.2, 0.4, 0.6, 2], [256, 256, 256, 80]],
  [[0.6, 0, 0, 0], [848, 0, 0, 0]],
]; // prettier-ignore

/** Checks a function that combines the devices' mean gradients into that of the global batch. */
export const checkMeanGradient = checkByCases("The mean over the global batch", GRADIENTS, (gradients, images) => {
  const weighted = sum(gradients.map((gradient, device) => gradient * images[device]));
  return {
    what: `gradients ${gradients.join(", ")} over ${images.join(", ")} images`,
    expected: weighted / sum(images),
    slips: [
      [sum(gradients) / gradients.length, "Here each device counts once. Each image should count once."],
      [sum(gradients), "That is a sum, not a mean."],
      [weighted, "That is the sum over all images: divide by how many there are."],
      [weighted / gradients.length, "Divide by the number of images, not of devices."],
    ],
  };
});
