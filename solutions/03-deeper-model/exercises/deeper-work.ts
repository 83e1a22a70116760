import { checkByCases, type Slip } from "../../../lib/checks/check";
import { formatNumber } from "../../../lib/checks/compare";
import type { MemoryLine } from "../../../lib/checks/answers";

/** Convolutions: width of the square output, width of the square kernel, channels in and out. */
const LAYERS: [width: number, kernel: number, from: number, to: number][] = [
  [32, 1, 64, 256],
  [32, 3, 64, 64],
  [16, 3, 128, 128],
];

/** Checks a function that gives the multiply-adds of a convolution on one image. */
export const checkLayerWork = checkByCases("What is deeper?", LAYERS, (width, kernel, from, to) => {
  const right = width ** 2 * kernel ** 2 * from * to;
  return {
    what: `${width} x ${width} pixels out, kernel ${kernel} x ${kernel}, ${from} to ${to} channels`,
    expected: right,
    unit: "multiply-adds",
    slips: [
      [right / width ** 2, "That counts the weights; each is used again at every pixel."],
      [right / width, "The image has rows and columns."],
      [right / kernel, "The kernel has rows and columns."],
      [right / from, "Each output adds up over all channels that come in."],
      [right / to, "All of that is done once for every channel that goes out."],
      [2 * right, "A multiplication and its addition count as one here."],
    ],
  };
});

const GB = 1e9;
const BATCHES: [line: MemoryLine, memoryBytes: number][] = [
  [{ fixedBytes: 0.3 * GB, bytesPerImage: 50e6 }, 64 * GB],
  [{ fixedBytes: 1 * GB, bytesPerImage: 20e6 }, 24 * GB],
  [{ fixedBytes: 1 * GB, bytesPerImage: 50e6 }, 1 * GB],
];

/** Checks a function that gives the largest power of two that fits as a batch into a memory; 0 where no image does. */
export const checkPowerOfTwoBatch = checkByCases("Memory decides the batch", BATCHES, (line, memoryBytes) => {
  const fits = Math.max(0, Math.floor((memoryBytes - line.fixedBytes) / line.bytesPerImage));
  const power = fits === 0 ? 0 : 2 ** Math.floor(Math.log2(fits));
  return {
    what: `${memoryBytes / GB} GB, of which ${line.fixedBytes / GB} GB fixed, ${line.bytesPerImage / 1e6} MB an image`,
    expected: power,
    unit: "images",
    slips: [
      ...((fits === 0 ? [[1, "Not even one image fits here: 0."]] : []) satisfies Slip[]),
      [fits, "That many fit; which power of two is not above it?"],
      [2 * power, "That power of two is too large: round down."],
      [Math.log2(power), "That is the exponent: 2 to the power of it is the batch."],
      [2 ** Math.floor(Math.log2(memoryBytes / line.bytesPerImage)), "The fixed part comes first."],
    ],
  };
});

/** One device's step; `multiplyAdds` are those of one image. */
const STEPS: [multiplyAdds: number, localBatch: number, parameters: number][] = [
  [1_136_414_720, 2_048, 23_585_290],
  [3_560_722_432, 1_024, 58_352_138],
];

/** Checks a function that gives the multiply-adds that a device makes in a step for each byte of gradients it sends. */
export const checkWorkPerByte = checkByCases(
  "Computation against communication",
  STEPS,
  (multiplyAdds, localBatch, parameters) => {
    const right = (multiplyAdds * localBatch) / (4 * parameters);
    return {
      what: `${formatNumber(multiplyAdds)} an image, ${formatNumber(localBatch)} images, ${formatNumber(parameters)} parameters`,
      expected: right,
      unit: "multiply-adds a byte",
      slips: [
        [right * 4, "That is for each parameter: its gradient has 4 bytes."],
        [right * 16, "A gradient has 4 bytes: they belong below the line."],
        [right / localBatch, "That is one image: the device computes its whole local batch first."],
        [1 / right, "This ratio is upside down: divide the work by the bytes."],
      ],
    };
  },
);
