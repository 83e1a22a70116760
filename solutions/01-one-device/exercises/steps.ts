import { checkByCases } from "../../../lib/checks/check";
import { formatNumber } from "../../../lib/checks/compare";

const SECTION = "Epoch, batch, step";
/** A data set cut into batches: how many images, how many in a batch. */
const CUTS: [images: number, batchSize: number][] = [
  [50_000, 256],
  [50_000, 8_192],
  [50_000, 250],
];

/** Checks a function that gives the steps of one epoch: the last, smaller batch is a step too. */
export const checkStepsPerEpoch = checkByCases(SECTION, CUTS, (images, batchSize) => ({
  what: `${formatNumber(images)} images in batches of ${formatNumber(batchSize)}`,
  expected: Math.ceil(images / batchSize),
  unit: "steps",
  slips: [
    [Math.floor(images / batchSize), "The images that are left make one more step."],
    [Math.floor(images / batchSize) + 1, "Here no image is left over, so there is no extra step."],
    [images / batchSize, "There is no part of a step: the number is whole."],
  ],
}));

/** Checks a function that gives the number of images in an epoch's last batch. */
export const checkLastBatch = checkByCases(SECTION, CUTS, (images, batchSize) => ({
  what: `the last of ${formatNumber(images)} images in batches of ${formatNumber(batchSize)}`,
  expected: images % batchSize || batchSize,
  unit: "images",
  slips: [
    [0, "Nothing is left over, so the last batch is a full one."],
    [batchSize - (images % batchSize), "The last batch lacks so many images: how many does it hold?"],
    [batchSize, "The full batches before it have used most images: how many are left?"],
  ],
}));
