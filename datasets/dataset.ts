/** Images of one split, kept as bytes: a quarter of the memory that float32 would take. */
export interface ImageSet {
  /**
   * Pixels, 0 to 255: image after image, each row by row, with its channels next to each other ([count, ...shape],
   * NHWC).
   */
  readonly images: Uint8Array;
  /** The class of each image, from 0. */
  readonly labels: Uint8Array;
  readonly count: number;
  /** Height, width and channels of one image. */
  readonly shape: [number, number, number];
}

/** What `fit` trains on. */
export interface Dataset {
  readonly name: string;
  /** The classes' names; a label is an index into them. */
  readonly classes: string[];
  readonly train: ImageSet;
  readonly test: ImageSet;
  /** Height and width in pixels that images are resized to, inside the training step. */
  readonly imageSize: number;
  /** Images of one step, over all replicas. */
  readonly globalBatchSize: number;
  /** Where the images came from: a folder, or how they were made. */
  readonly source: string;
}

/** What every dataset can be asked for. */
export interface DatasetOptions {
  /**
   * Height and width to resize to. Default 128, which makes CIFAR-10's 32x32 images 16 times the work; for TinyImageNet
   * its own 64.
   */
  imageSize?: number;
  /** Images of one step, over all replicas. Default 256. */
  globalBatchSize?: number;
  /** Take only the first training images. Default: all. */
  trainImages?: number;
  /** Take only the first test images. Default: all. */
  testImages?: number;
}

/**
 * Checks a whole number.
 * @returns the number.
 * @throws one line with the name, the value and the limits.
 */
export function wholeNumber(name: string, value: number, least = 1, most = Number.MAX_SAFE_INTEGER): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} up` : `from ${least} to ${most}`;
  throw new Error(`${name} is ${value}: give a whole number ${range}.`);
}

/** The options with their defaults, checked. */
export function checkedOptions(
  options: DatasetOptions,
  defaultImageSize = 128,
): { imageSize: number; globalBatchSize: number } {
  if (options.trainImages !== undefined) wholeNumber("trainImages", options.trainImages);
  if (options.testImages !== undefined) wholeNumber("testImages", options.testImages);
  return {
    imageSize: wholeNumber("imageSize", options.imageSize ?? defaultImageSize),
    globalBatchSize: wholeNumber("globalBatchSize", options.globalBatchSize ?? 256),
  };
}
