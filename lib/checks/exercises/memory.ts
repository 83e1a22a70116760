import { checkByCases } from "../check";
import { formatNumber } from "../compare";

/** Bytes that a model takes, whatever the batch size. */
export interface ModelBytes {
  parameters: number;
  gradients: number;
  optimizer: number;
}

/** A straight line through measured memory: what is taken before the first image, and what each image adds. */
export interface MemoryLine {
  fixedBytes: number;
  bytesPerImage: number;
}

const MB = 1e6;
const GB = 1e9;
const MODELS: [parameters: number, bytesPerNumber: number, momentum: boolean][] = [
  [23_585_290, 4, false],
  [23_585_290, 4, true],
];
const IMAGES: [bytes: number, measuredSize: number, size: number][] = [
  [10 * MB, 64, 128],
  [10 * MB, 64, 32],
];
const BATCHES: [line: MemoryLine, memoryBytes: number][] = [
  [{ fixedBytes: 1 * GB, bytesPerImage: 30 * MB }, 8 * GB],
  [{ fixedBytes: 1 * GB, bytesPerImage: 30 * MB }, 0.5 * GB],
];

/** Checks a function that gives the bytes of the parameters, their gradients and the optimizer's state. */
export const checkModelBytes = checkByCases(
  "What does not depend on the batch",
  MODELS,
  (parameters, bytesPerNumber, momentum) => {
    const bytes = parameters * bytesPerNumber;
    const answer = (optimizer: number): ModelBytes => ({ parameters: bytes, gradients: bytes, optimizer });
    return {
      what: `${formatNumber(parameters)} parameters of ${bytesPerNumber} bytes, ${momentum ? "with" : "without"} momentum`,
      expected: answer(momentum ? bytes : 0),
      unit: "bytes",
      slips: [
        [answer(bytes), "Plain SGD keeps no state: what would it keep?"],
        [answer(0), "Momentum keeps one number for every parameter."],
        [answer(2 * bytes), "Momentum keeps one number a parameter; two is what Adam keeps."],
        [{ parameters, gradients: parameters }, "That counts numbers: how many bytes has each?"],
      ],
    };
  },
);

/** Checks a function that converts the bytes per image from one image size, in pixels a side, to another. */
export const checkBytesPerImageAt = checkByCases("What grows with the batch", IMAGES, (bytes, measuredSize, size) => ({
  what: `${formatNumber(bytes)} bytes at ${measuredSize}x${measuredSize}, carried to ${size}x${size}`,
  expected: bytes * (size / measuredSize) ** 2,
  unit: "bytes",
  slips: [
    [(bytes * size) / measuredSize, "An image has a width and a height."],
    [bytes * (measuredSize / size) ** 2, "More pixels need more memory: turn the ratio round."],
    [bytes, "The activations have as many rows and columns as the image lets them have."],
  ],
}));

/** Checks a function that gives the largest batch that fits into a memory; 0 where not even the model does. */
export const checkLargestBatch = checkByCases("The batch that no longer fits", BATCHES, (line, memoryBytes) => {
  const exact = (memoryBytes - line.fixedBytes) / line.bytesPerImage;
  return {
    what: `${memoryBytes / GB} GB, of which ${line.fixedBytes / GB} GB fixed, ${line.bytesPerImage / MB} MB an image`,
    expected: Math.max(0, Math.floor(exact)),
    unit: "images",
    slips: [
      [Math.floor(memoryBytes / line.bytesPerImage), "The fixed part takes its share before the first image."],
      [exact, "A batch holds whole images, and the last one must fit whole."],
      [Math.floor(exact), "If not even the fixed part fits, no image does: 0."],
      [Math.ceil(exact), "One image too many: that batch no longer fits."],
    ],
  };
});
