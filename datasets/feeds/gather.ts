/** What a batch is gathered from. */
export interface Source {
  images: Uint8Array;
  labels: Uint8Array;
  bytesPerImage: number;
  /** Seconds to wait for each image, to stand for slow storage or decoding. */
  secondsPerImage: number;
}

/** A batch in memory of its own. */
export interface Gathered {
  pixels: Uint8Array;
  labels: Int32Array;
}

const never = new Int32Array(new SharedArrayBuffer(4));

/** Copies the images and labels of the given rows, one after another. */
export function gather({ images, labels, bytesPerImage, secondsPerImage }: Source, rows: Int32Array): Gathered {
  const pixels = new Uint8Array(rows.length * bytesPerImage);
  rows.forEach((row, index) => {
    pixels.set(images.subarray(row * bytesPerImage, (row + 1) * bytesPerImage), index * bytesPerImage);
  });
  // Waiting, not computing: the cores stay free for the training step.
  if (secondsPerImage > 0) Atomics.wait(never, 0, 0, rows.length * secondsPerImage * 1000);
  return { pixels, labels: Int32Array.from(rows, (row) => labels[row]) };
}
