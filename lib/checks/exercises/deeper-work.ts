import { Check } from "../check";
import { formatNumber } from "../compare";
import type { MemoryLine } from "./memory";

/** A convolution: width of the square image it gives, width of its square kernel, channels it takes and gives. */
export type Layer = [width: number, kernel: number, from: number, to: number];

const LAYERS: Layer[] = [
  [32, 1, 64, 256],
  [32, 3, 64, 64],
  [16, 3, 128, 128],
];

/** Checks a function that gives the multiply-adds of a convolution on one image. */
export function checkLayerWork(
  layerWork: (width: number, kernel: number, from: number, to: number) => number,
  layers = LAYERS,
): Check {
  return new Check(
    "What is deeper?",
    layers.map(([width, kernel, from, to]) => {
      const right = width ** 2 * kernel ** 2 * from * to;
      return {
        what: `${width} x ${width} pixels out, kernel ${kernel} x ${kernel}, ${from} to ${to} channels`,
        came: () => layerWork(width, kernel, from, to),
        expected: right,
        unit: "multiply-adds",
        slips: [
          { value: right / width ** 2, hint: "That counts the weights; each is used again at every pixel." },
          { value: right / width, hint: "The image has rows and columns." },
          { value: right / kernel, hint: "The kernel has rows and columns." },
          { value: right / from, hint: "Each output adds up over all channels that come in." },
          { value: right / to, hint: "All of that is done once for every channel that goes out." },
          { value: 2 * right, hint: "A multiplication and its addition count as one here." },
        ],
      };
    }),
  );
}

type BatchCase = [line: MemoryLine, memoryBytes: number];
const GB = 1e9;
const BATCHES: BatchCase[] = [
  [{ fixedBytes: 0.3 * GB, bytesPerImage: 50e6 }, 64 * GB],
  [{ fixedBytes: 1 * GB, bytesPerImage: 20e6 }, 24 * GB],
  [{ fixedBytes: 1 * GB, bytesPerImage: 50e6 }, 1 * GB],
];

/** Checks a function that gives the largest power of two that fits as a batch into a memory; 0 where no image does. */
export function checkPowerOfTwoBatch(
  powerOfTwoBatch: (line: MemoryLine, memoryBytes: number) => number,
  cases = BATCHES,
): Check {
  return new Check(
    "Memory decides the batch",
    cases.map(([line, memoryBytes]) => {
      const fits = Math.max(0, Math.floor((memoryBytes - line.fixedBytes) / line.bytesPerImage));
      const power = fits === 0 ? 0 : 2 ** Math.floor(Math.log2(fits));
      const nearest = 2 ** Math.round(Math.log2(fits));
      return {
        what: `${memoryBytes / GB} GB, of which ${line.fixedBytes / GB} GB fixed, ${line.bytesPerImage / 1e6} MB an image`,
        came: () => powerOfTwoBatch(line, memoryBytes),
        expected: power,
        unit: "images",
        slips: [
          ...(fits === 0 ? [{ value: 1, hint: "Not even one image fits here: 0." }] : []),
          { value: fits, hint: "That many fit; which power of two is not above it?" },
          { value: 2 * power, hint: "That power of two is too large: round down." },
          { value: nearest, hint: "The nearest power of two may be too large: round down." },
          { value: Math.log2(power), hint: "That is the exponent: 2 to the power of it is the batch." },
          { value: 2 ** Math.floor(Math.log2(memoryBytes / line.bytesPerImage)), hint: "The fixed part comes first." },
        ],
      };
    }),
  );
}

/** An epoch of data-parallel training: the model's parameters, the data set's images, the global batch. */
export type Synchronised = [parameters: number, images: number, globalBatch: number];

const EPOCHS: Synchronised[] = [
  [23_585_290, 50_000, 8_192],
  [58_352_138, 50_000, 4_096],
];

/** Checks a function that gives the bytes of gradients that each device has averaged with the others in an epoch. */
export function checkBytesPerEpoch(
  bytesPerEpoch: (parameters: number, images: number, globalBatch: number) => number,
  cases = EPOCHS,
): Check {
  return new Check(
    "What is synchronised",
    cases.map(([parameters, images, globalBatch]) => {
      const steps = Math.ceil(images / globalBatch);
      return {
        what: `${formatNumber(parameters)} parameters, ${formatNumber(images)} images in batches of ${formatNumber(globalBatch)}`,
        came: () => bytesPerEpoch(parameters, images, globalBatch),
        expected: steps * parameters * 4,
        unit: "bytes",
        slips: [
          { value: steps * parameters, hint: "That counts numbers: a float32 has 4 bytes." },
          { value: parameters * 4, hint: "That is one step: how many has an epoch?" },
          { value: Math.floor(images / globalBatch) * parameters * 4, hint: "The last, smaller batch is a step too." },
          { value: (images / globalBatch) * parameters * 4, hint: "The last, smaller batch is a whole step too." },
          { value: images * parameters * 4, hint: "Gradients are averaged once a step, not once an image." },
        ],
      };
    }),
  );
}

/** A step of one device: the multiply-adds of an image, its images, the model's parameters. */
export type DeviceStep = [multiplyAdds: number, localBatch: number, parameters: number];

const STEPS: DeviceStep[] = [
  [1_136_414_720, 2_048, 23_585_290],
  [3_560_722_432, 1_024, 58_352_138],
];

/** Checks a function that gives the multiply-adds that a device makes in a step for each byte of gradients it sends. */
export function checkWorkPerByte(
  workPerByte: (multiplyAdds: number, localBatch: number, parameters: number) => number,
  cases = STEPS,
): Check {
  return new Check(
    "What is synchronised",
    cases.map(([multiplyAdds, localBatch, parameters]) => {
      const right = (multiplyAdds * localBatch) / (4 * parameters);
      return {
        what: `${formatNumber(multiplyAdds)} an image, ${formatNumber(localBatch)} images, ${formatNumber(parameters)} parameters`,
        came: () => workPerByte(multiplyAdds, localBatch, parameters),
        expected: right,
        unit: "multiply-adds a byte",
        slips: [
          { value: right * 4, hint: "That is for each parameter: its gradient has 4 bytes." },
          { value: right * 16, hint: "A gradient has 4 bytes: they belong below the line." },
          { value: right / localBatch, hint: "That is one image: the device computes its whole local batch first." },
          { value: 1 / right, hint: "Upside down: work for each byte." },
        ],
      };
    }),
  );
}
