import { Check } from "../check";
import { formatNumber } from "../compare";

/** Bytes that a model takes whatever the batch. */
export interface ModelBytes {
  parameters: number;
  gradients: number;
  optimizer: number;
}

/** A straight line through measured memory: what is there before the first image, and what each image adds. */
export interface MemoryLine {
  fixedBytes: number;
  bytesPerImage: number;
}

type ModelCase = [parameters: number, bytesPerNumber: number, momentum: boolean];
type ImageCase = [bytes: number, measuredSize: number, size: number];
type BatchCase = [line: MemoryLine, memoryBytes: number];

const MB = 1e6;
const GB = 1e9;
const MODELS: ModelCase[] = [
  [23_585_290, 4, false],
  [23_585_290, 4, true],
];
const IMAGES: ImageCase[] = [
  [10 * MB, 64, 128],
  [10 * MB, 64, 32],
];
const BATCHES: BatchCase[] = [
  [{ fixedBytes: 1 * GB, bytesPerImage: 30 * MB }, 8 * GB],
  [{ fixedBytes: 1 * GB, bytesPerImage: 30 * MB }, 0.5 * GB],
];

/** Checks a function that gives the bytes of the parameters, their gradients and the optimizer's state. */
export function checkModelBytes(
  modelBytes: (parameters: number, bytesPerNumber: number, momentum: boolean) => ModelBytes,
  cases = MODELS,
): Check {
  return new Check(
    "What does not depend on the batch",
    cases.map(([parameters, bytesPerNumber, momentum]) => {
      const each = parameters * bytesPerNumber;
      const answer = (optimizer: number): ModelBytes => ({ parameters: each, gradients: each, optimizer });
      return {
        what: `${formatNumber(parameters)} parameters of ${bytesPerNumber} bytes, ${momentum ? "with" : "without"} momentum`,
        came: () => modelBytes(parameters, bytesPerNumber, momentum),
        expected: answer(momentum ? each : 0),
        unit: "bytes",
        slips: [
          { value: answer(each), hint: "Plain SGD keeps no state: what would it keep?" },
          { value: answer(0), hint: "Momentum keeps one number for every parameter." },
          { value: answer(2 * each), hint: "Momentum keeps one number a parameter; two is what Adam keeps." },
          { value: { parameters, gradients: parameters }, hint: "That counts numbers: how many bytes has each?" },
        ],
      };
    }),
  );
}

/** Checks a function that carries the bytes per image from one image size, in pixels a side, to another. */
export function checkBytesPerImageAt(
  bytesPerImageAt: (bytes: number, measuredSize: number, size: number) => number,
  cases = IMAGES,
): Check {
  return new Check(
    "What grows with the batch",
    cases.map(([bytes, measuredSize, size]) => ({
      what: `${formatNumber(bytes)} bytes at ${measuredSize}x${measuredSize}, carried to ${size}x${size}`,
      came: () => bytesPerImageAt(bytes, measuredSize, size),
      expected: bytes * (size / measuredSize) ** 2,
      unit: "bytes",
      slips: [
        { value: (bytes * size) / measuredSize, hint: "An image has a width and a height." },
        { value: bytes * (measuredSize / size) ** 2, hint: "More pixels need more memory: turn the ratio round." },
        { value: bytes, hint: "The activations have as many rows and columns as the image lets them have." },
      ],
    })),
  );
}

/** Checks a function that gives the largest batch that fits into a memory; 0 where not even the model does. */
export function checkLargestBatch(
  largestBatch: (line: MemoryLine, memoryBytes: number) => number,
  cases = BATCHES,
): Check {
  return new Check(
    "The batch that no longer fits",
    cases.map(([line, memoryBytes]) => {
      const exact = (memoryBytes - line.fixedBytes) / line.bytesPerImage;
      return {
        what: `${memoryBytes / GB} GB, of which ${line.fixedBytes / GB} GB fixed, ${line.bytesPerImage / MB} MB an image`,
        came: () => largestBatch(line, memoryBytes),
        expected: Math.max(0, Math.floor(exact)),
        unit: "images",
        slips: [
          {
            value: Math.floor(memoryBytes / line.bytesPerImage),
            hint: "The fixed part takes its share before the first image.",
          },
          { value: exact, hint: "A batch holds whole images, and the last one must fit whole." },
          { value: Math.floor(exact), hint: "If not even the fixed part fits, no image does: 0." },
          { value: Math.ceil(exact), hint: "One image too many: that batch no longer fits." },
        ],
      };
    }),
  );
}
