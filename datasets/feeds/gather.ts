/** The images from which batches are gathered. */
export interface Source {
  images: Uint8Array;
  labels: Uint8Array;
  bytesPerImage: number;
  /** Seconds to wait for each image, which simulates slow storage or decoding. */
  secondsPerImage: number;
}

/** A batch in its own memory. */
export interface Gathered {
  pixels: Uint8Array;
  labels: Int32Array;
}

const never = new Int32Array(new SharedArrayBuffer(4));

/** Copies the images and labels of some rows. */
export function gather({ images, labels, bytesPerImage, secondsPerImage }: Source, rows: Int32Array): Gathered {
  const pixels = new Uint8Array(rows.length * bytesPerImage);
  rows.forEach((row, index) => {
    pixels.set(images.subarray(row * bytesPerImage, (row + 1) * bytesPerImage), index * bytesPerImage);
  });
  // Waiting leaves the cores free for the training step.
  if (secondsPerImage > 0) Atomics.wait(never, 0, 0, rows.length * secondsPerImage * 1000);
  return { pixels, labels: Int32Array.from(rows, (row) => labels[row]) };
}
