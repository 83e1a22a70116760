import { h100Datasheet } from "../../../chapters/01-one-device/roofline";
import { checkByCases } from "../../../lib/checks/check";
import { formatNumber } from "../../../lib/checks/compare";

const SECTION = "The roofline";

const { operationsPerSecond: PEAK, bytesPerSecond: BANDWIDTH } = h100Datasheet.float32;
const INTENSITIES: [operationsPerByte: number, peak: number, bandwidth: number][] = [
  [0.25, PEAK, BANDWIDTH],
  [80, PEAK, BANDWIDTH],
];

/** Checks a function that gives the operations per second that a device can reach: the lower of its two lines. */
export const checkAttainable = checkByCases(SECTION, INTENSITIES, (operationsPerByte, peak, bandwidth) => ({
  what: `${formatNumber(operationsPerByte)} operations per byte, with ${inTera(peak, "FLOP/s")} and ${inTera(bandwidth, "B/s")}`,
  expected: Math.min(peak, operationsPerByte * bandwidth),
  unit: "FLOP/s",
  slips: [
    [peak, "Before the device can compute with a byte, its memory must deliver it."],
    [operationsPerByte * bandwidth, "However fast the bytes come, the device computes no faster than its peak."],
    [bandwidth / operationsPerByte, "Each byte that arrives allows so many operations: multiply."],
  ],
}));

const inTera = (value: number, unit: string): string => `${formatNumber(value / 1e12)} T${unit}`;

/** A training's work on one image, and its speed. */
export interface MeasuredWork {
  /** Of the forward pass. */
  multiplyAdds: number;
  /** Numbers that the forward pass reads and writes. */
  numbersMoved: number;
  imagesPerSecond: number;
}

/** Where a training falls under a device's roof. */
export interface UnderRoof {
  operationsPerByte: number;
  operationsPerSecond: number;
  /** Share of the peak, 0 to 1. */
  ofPeak: number;
  /** Share of what is attainable at these operations per byte, 0 to 1. */
  ofAttainable: number;
}

/** ResNet50V2 at 128 x 128 on one H100, by the book's 25 steps of 544 ms, and a made-up training that memory limits. */
const WORKS: [work: MeasuredWork, peak: number, bandwidth: number][] = [
  [{ multiplyAdds: 1_136_414_720, numbersMoved: 5_562_368, imagesPerSecond: 3_676 }, PEAK, BANDWIDTH],
  [{ multiplyAdds: 2_000_000, numbersMoved: 1_000_000, imagesPerSecond: 1_000 }, 100e9, 20e9],
];

/** Checks a function that places a training under a device's roof, by its operations, its bytes, and its images per second. */
export const checkUnderRoof = checkByCases(SECTION, WORKS, (work, peak, bandwidth) => {
  const placed = (operations: number, bytes: number): UnderRoof => {
    const [operationsPerByte, operationsPerSecond] = [operations / bytes, operations * work.imagesPerSecond];
    const limit = Math.min(peak, operationsPerByte * bandwidth);
    return { operationsPerByte, operationsPerSecond, ofPeak: operationsPerSecond / peak, ofAttainable: operationsPerSecond / limit }; // prettier-ignore
  };
  const [operations, bytes] = [3 * 2 * work.multiplyAdds, 3 * 4 * work.numbersMoved];
  const right = placed(operations, bytes);
  return {
    what: `${formatNumber(work.imagesPerSecond)} images/s of ${formatNumber(work.multiplyAdds)} multiply-adds each`,
    expected: right,
    slips: [
      [placed(operations / 2, bytes), "A multiply-add is two operations."],
      [placed(operations / 3, bytes / 3), "That is the forward pass only: the backward pass does twice as much."],
      [
        placed(operations / 3, bytes),
        "The backward pass computes, too: both passes do three times as much as the forward pass.",
      ],
      [placed(operations, bytes / 3), "The backward pass moves numbers, too: both passes move three times as many."],
      [placed(operations, bytes / 4), "These are numbers: how many bytes has a float32?"],
      [
        { ...right, ofPeak: 100 * right.ofPeak, ofAttainable: 100 * right.ofAttainable },
        "Shares are numbers from 0 to 1, not percentages.",
      ],
      [{ ...right, ofAttainable: right.ofPeak }, "Attainable is what the roof allows at these operations per byte."],
    ],
  };
});
