import { uniformInt } from "pure-rand/distribution/uniformInt";
import type { ImageSet } from "../dataset";
import { randomOfEpoch } from "./order";

// The augmentation of the CIFAR recipe (He et al., 2016, section 4.2): an image gets a black border, a window of its own size is
// cut out at a random place, and half of the windows are mirrored left to right.

/** Black pixels on each of the four sides. */
export const BORDER = 4;

const PLACES = 2 * BORDER + 1;

/**
 * The augmentation of each image of one epoch. It depends only on the seed and the epoch, so that a run can resume from any step, and
 * several processes agree; programs that are compared with this one can read the same numbers from a file.
 * @param count The number of training images.
 * @param epoch Counted from 1.
 * @returns `count` x 3 numbers: the first row (0 to 8) and the first column (0 to 8) of the window in the image with its border, and
 * whether the window is mirrored (0 or 1). The k-th three are for the k-th image in the epoch's order, see `epochOrder`.
 */
export function augmentations(count: number, seed: number, epoch: number): Uint8Array {
  // 2^64 numbers behind those of the order of the images, so that the two have none in common.
  const random = randomOfEpoch(seed, epoch);
  random.jump();
  const numbers = new Uint8Array(3 * count);
  for (let at = 0; at < numbers.length; at += 3) {
    const drawn = uniformInt(random, 0, 2 * PLACES ** 2 - 1);
    const place = drawn >> 1;
    numbers.set([Math.floor(place / PLACES), place % PLACES, drawn & 1], at);
  }
  return numbers;
}

/** Where the pixels of augmented images come from: rows and columns of the images with their borders. */
interface Origins {
  /** [images, height] */
  rows: Int32Array;
  /** [images, width] */
  columns: Int32Array;
}

/** @param numbers Some images' part of {@link augmentations}. */
export function originsOf(numbers: Uint8Array, [height, width]: ImageSet["shape"]): Origins {
  const images = numbers.length / 3;
  const [rows, columns] = [new Int32Array(images * height), new Int32Array(images * width)];
  for (let image = 0; image < images; image++) {
    const [top, left, isMirrored] = numbers.subarray(3 * image);
    for (let y = 0; y < height; y++) rows[image * height + y] = top + y;
    for (let x = 0; x < width; x++) columns[image * width + x] = left + (isMirrored ? width - 1 - x : x);
  }
  return { rows, columns };
}

/**
 * Augments images in the host's memory.
 * @param pixels The bytes of the images.
 * @param numbers The images' part of {@link augmentations}.
 */
export function augmented(pixels: Uint8Array, numbers: Uint8Array, shape: ImageSet["shape"]): Uint8Array {
  const [height, width, channels] = shape;
  const { rows, columns } = originsOf(numbers, shape);
  const result = new Uint8Array(pixels.length); // black
  rows.forEach((row, line) => {
    const from = row - BORDER;
    if (from < 0 || from >= height) return;
    const image = Math.floor(line / height);
    for (let x = 0; x < width; x++) {
      const column = columns[image * width + x] - BORDER;
      if (column < 0 || column >= width) continue;
      const source = ((image * height + from) * width + column) * channels;
      const target = (line * width + x) * channels;
      for (let channel = 0; channel < channels; channel++) result[target + channel] = pixels[source + channel];
    }
  });
  return result;
}
