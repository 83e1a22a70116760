/** The images of one split, as bytes, which take a quarter of the memory of float32. */
export interface ImageSet {
  /** Pixels, 0 to 255, in NHWC order: [count, ...shape]. */
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
  /** The names of the classes; a label is an index into this list. */
  readonly classes: string[];
  readonly train: ImageSet;
  readonly test: ImageSet;
  /** Height and width to which the training step resizes images, in pixels. */
  readonly imageSize: number;
  /** Images of one step, over all replicas. */
  readonly globalBatchSize: number;
  /** The origin of the images: a folder, or how they were made. */
  readonly source: string;
}

/** Options of every dataset. */
export interface DatasetOptions {
  /**
   * Height and width to resize to. Default 128, which makes CIFAR-10's 32x32 images 16 times the work, or TinyImageNet's own
   * 64.
   */
  imageSize?: number;
  /** Images of one step, over all replicas. Default 256. */
  globalBatchSize?: number;
  /** Use only this many first training images. Default: all. */
  trainImages?: number;
  /** Use only this many first test images. Default: all. */
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
