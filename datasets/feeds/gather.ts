import type { ImageSet } from "../dataset";
import { augmented } from "./augmentation";

/** The images from which batches are gathered. */
export interface Source {
  images: Uint8Array;
  labels: Uint8Array;
  shape: ImageSet["shape"];
  bytesPerImage: number;
  /** Seconds to wait for each image, which simulates slow storage or decoding. */
  secondsPerImage: number;
}

/** The images that a batch has. */
export interface Asked {
  rows: Int32Array;
  /** The images' part of the epoch's `augmentations`, if they are augmented. */
  augmentations?: Uint8Array;
}

/** A batch in its own memory. */
export interface Gathered {
  pixels: Uint8Array;
  labels: Int32Array;
}

const never = new Int32Array(new SharedArrayBuffer(4));

/** Copies the images and labels of some rows, and augments the images if that is asked. */
export function gather(source: Source, { rows, augmentations }: Asked): Gathered {
  const { images, labels, shape, bytesPerImage, secondsPerImage } = source;
  const pixels = new Uint8Array(rows.length * bytesPerImage);
  rows.forEach((row, index) => {
    pixels.set(images.subarray(row * bytesPerImage, (row + 1) * bytesPerImage), index * bytesPerImage);
  });
  // Waiting leaves the cores free for the training step.
  if (secondsPerImage > 0) Atomics.wait(never, 0, 0, rows.length * secondsPerImage * 1000);
  const changed = augmentations ? augmented(pixels, augmentations, shape) : pixels;
  return { pixels: changed, labels: Int32Array.from(rows, (row) => labels[row]) };
}
