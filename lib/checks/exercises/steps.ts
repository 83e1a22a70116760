import { Check } from "../check";
import { formatNumber } from "../compare";

/** A data set cut into batches: how many images, how many in a batch. */
export type Cut = [images: number, batchSize: number];

const SECTION = "Epoch, batch, step";
const CUTS: Cut[] = [
  [50_000, 256],
  [50_000, 8_192],
  [50_000, 250],
];

/** Checks a function that gives the steps of one epoch: the last, smaller batch is a step too. */
export function checkStepsPerEpoch(stepsPerEpoch: (images: number, batchSize: number) => number, cuts = CUTS): Check {
  return new Check(
    SECTION,
    cuts.map(([images, batchSize]) => ({
      what: `${formatNumber(images)} images in batches of ${formatNumber(batchSize)}`,
      came: () => stepsPerEpoch(images, batchSize),
      expected: Math.ceil(images / batchSize),
      unit: "steps",
      slips: [
        { value: Math.floor(images / batchSize), hint: "The images left over make one more step." },
        { value: Math.floor(images / batchSize) + 1, hint: "Here no image is left over, so there is no extra step." },
        { value: images / batchSize, hint: "A step is done or it is not: the number is whole." },
      ],
    })),
  );
}

/** Checks a function that gives the number of images in an epoch's last batch. */
export function checkLastBatch(lastBatch: (images: number, batchSize: number) => number, cuts = CUTS): Check {
  return new Check(
    SECTION,
    cuts.map(([images, batchSize]) => ({
      what: `the last of ${formatNumber(images)} images in batches of ${formatNumber(batchSize)}`,
      came: () => lastBatch(images, batchSize),
      expected: images % batchSize || batchSize,
      unit: "images",
      slips: [
        { value: 0, hint: "Nothing is left over, so the last batch is a full one." },
        { value: batchSize - (images % batchSize), hint: "That is what the last batch lacks, not what it holds." },
        { value: batchSize, hint: "The full batches before it have used up most images: how many are left?" },
      ],
    })),
  );
}
