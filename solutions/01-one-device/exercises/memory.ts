import type { MemoryLine } from "../../../lib/checks/answers";
import { checkByCases } from "../../../lib/checks/check";
import { formatNumber } from "../../../lib/checks/compare";

/** Bytes that a model takes, whatever the batch size. */
export interface ModelBytes {
  parameters: number;
  gradients: number;
  optimizer: number;
}

/** A line, and the images by which it was measured. */
export interface MeasuredMemory extends MemoryLine {
  /** Their height and width in pixels. */
  imageSize: number;
}

const MB = 1e6;
const GB = 1e9;
const MODELS: [parameters: number, bytesPerNumber: number, momentum: boolean][] = [
  [23_585_290, 4, false],
  [23_585_290, 4, true],
];
const LINE: MeasuredMemory = { fixedBytes: 1 * GB, bytesPerImage: 8 * MB, imageSize: 64 };
const BATCHES: [line: MeasuredMemory, imageSize: number, memoryBytes: number][] = [
  [LINE, 64, 8 * GB],
  [LINE, 128, 8 * GB],
  [LINE, 128, 0.5 * GB],
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
        [{ parameters, gradients: parameters }, "That counts numbers: how many bytes does each have?"],
      ],
    };
  },
);

/**
 * Checks a function that gives the largest batch of images of any size that fits into a memory; 0 where not even the model does.
 * An activation has as many rows and columns as the image allows, so its bytes grow with the image's pixels.
 */
export const checkLargestBatch = checkByCases("The batch that no longer fits", BATCHES, (line, size, memoryBytes) => {
  const exact = (bytesPerImage: number): number => (memoryBytes - line.fixedBytes) / bytesPerImage;
  const whole = (images: number): number => Math.max(0, Math.floor(images));
  const ratio = size / line.imageSize;
  const bytesPerImage = line.bytesPerImage * ratio ** 2;
  return {
    what:
      `images of ${size} x ${size} in ${memoryBytes / GB} GB, of which ${line.fixedBytes / GB} GB are fixed and an image of ` +
      `${line.imageSize} x ${line.imageSize} takes ${line.bytesPerImage / MB} MB`,
    expected: whole(exact(bytesPerImage)),
    unit: "images",
    slips: [
      [whole(memoryBytes / bytesPerImage), "The fixed part needs memory, too: subtract it first."],
      [exact(bytesPerImage), "A batch holds whole images, and the last one must fit whole."],
      [Math.floor(exact(bytesPerImage)), "If not even the fixed part fits, no image does: 0."],
      [Math.ceil(exact(bytesPerImage)), "This is one image too many: the batch no longer fits."],
      [
        whole(exact(line.bytesPerImage)),
        "The line was measured at another image size: convert its bytes per image to this size.",
      ],
      [whole(exact(line.bytesPerImage * ratio)), "An image has a width and a height."],
      [whole(exact(line.bytesPerImage / ratio ** 2)), "More pixels need more memory: turn the ratio upside down."],
    ],
  };
});
