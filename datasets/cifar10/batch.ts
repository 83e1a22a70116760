import { copyAgain } from "../files";

/** Bytes of one colour plane of an image: 32 x 32. */
const planeBytes = 1024;
/** Bytes of one image: three planes, red, green and blue. */
export const imageBytes = 3 * planeBytes;
export const classes = 10;

/** The content of one file of CIFAR-10. */
export interface Batch {
  labels: Uint8Array;
  /** NHWC: [labels.length, 32, 32, 3]. */
  images: Uint8Array;
}

/** The remedy for a damaged file, for the end of an error message. */
export const remedy = copyAgain("CIFAR-10");

/** Copies one image from CIFAR-10's planes (all red, all green, all blue) to pixels (red, green, blue, red, ...). */
export function interleave(planes: Uint8Array, from: number, pixels: Uint8Array, to: number): void {
  for (let pixel = 0; pixel < planeBytes; pixel++) {
    pixels[to + 3 * pixel] = planes[from + pixel];
    pixels[to + 3 * pixel + 1] = planes[from + planeBytes + pixel];
    pixels[to + 3 * pixel + 2] = planes[from + 2 * planeBytes + pixel];
  }
}
