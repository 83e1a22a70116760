import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import { checkedOptions, wholeNumber, type Dataset, type DatasetOptions, type ImageSet } from "../dataset";

/** Options of the synthetic dataset. */
export interface SyntheticOptions extends DatasetOptions {
  /** The same seed gives the same images. Default 1. */
  seed?: number;
  /** At most 256. Default 10, as in CIFAR-10; TinyImageNet has 200. */
  classes?: number;
  /** Height and width of the images before resizing, in pixels. Default 32, as in CIFAR-10; TinyImageNet has 64. */
  nativeSize?: number;
}

const channels = 3;
/** The most grey levels by which noise changes a pixel; the pattern itself changes it by up to 48. */
const noise = 64;

/**
 * Makes images in place of CIFAR-10 without a download: 10 classes of 32x32 colour images (or, for TinyImageNet, 200 `classes`
 * of `nativeSize` 64). A class is a pattern of waves, shifted randomly and covered with noise, so that a model has to learn
 * and cannot just compare pixels. Default 5,000 training and 1,000 test images, with equally many of each class.
 * @throws one line when an option is out of range.
 */
export async function synthetic(options: SyntheticOptions = {}): Promise<Dataset> {
  const { imageSize, globalBatchSize } = checkedOptions(options);
  const seed = wholeNumber("seed", options.seed ?? 1, 0);
  const size = wholeNumber("nativeSize", options.nativeSize ?? 32);
  const classes = wholeNumber("classes", options.classes ?? 10, 2, 256);
  const random = xoroshiro128plus(seed);
  const patterns = Array.from({ length: classes }, () => pattern(random));
  return {
    name: "synthetic",
    classes: patterns.map((_, index) => `pattern ${index}`),
    train: draw(patterns, size, options.trainImages ?? 5000, random),
    // A separate generator keeps the test images independent of the number of training images.
    test: draw(patterns, size, options.testImages ?? 1000, xoroshiro128plus(~seed)),
    imageSize,
    globalBatchSize,
    source: `made from seed ${seed}`,
  };
}

/** A wave for each channel, with its periods across the width and the height. */
type Pattern = { across: number; down: number }[];

function pattern(random: RandomGenerator): Pattern {
  const frequency = () => (uniformFloat64(random) * 2 - 1) * 4;
  return Array.from({ length: channels }, () => ({ across: frequency(), down: frequency() }));
}

function draw(patterns: Pattern[], size: number, count: number, random: RandomGenerator): ImageSet {
  const images = new Uint8Array(count * size * size * channels);
  const labels = Uint8Array.from({ length: count }, (_, index) => index % patterns.length);
  let byte = 0;
  for (const label of labels) {
    const waves = patterns[label].map((wave) => {
      const shift = uniformFloat64(random);
      return Float32Array.from({ length: size * size }, (_, pixel) => {
        const turns = ((pixel % size) * wave.across + Math.floor(pixel / size) * wave.down) / size + shift;
        return 128 + 48 * Math.sin(2 * Math.PI * turns);
      });
    });
    let bits = 0;
    for (let pixel = 0; pixel < size * size; pixel++) {
      for (const wave of waves) {
        // Each random number of 32 bits gives the noise of four bytes.
        bits = byte % 4 === 0 ? random.next() : bits >>> 8;
        images[byte++] = wave[pixel] + (((bits & 255) - 127.5) / 127.5) * noise;
      }
    }
  }
  return { images, labels, count, shape: [size, size, channels] };
}
