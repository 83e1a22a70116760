import { tf } from "../../lib/tensorflow";
import { integersFromWords } from "../../lib/tensorflow/ops";
import { wholeNumber, type ImageSet } from "../dataset";
import { countOf, planOf, stepsOf, timedBatches, type Feed, type FeedOptions } from "./feed";
import { bytesPerImage, imagesFromWords, integerWords, originWords, wordsTensor } from "./pixels";

/**
 * Feeds from the device: all images are copied there once, as bytes. A batch is a list of row numbers and labels, and the
 * step gathers its images itself, so that only a few bytes per image travel from host to device.
 * @throws one line when an option is out of range.
 */
export function deviceFeed(set: ImageSet, options: FeedOptions): Feed {
  wholeNumber("imageSize", options.imageSize);
  const stepsPerEpoch = stepsOf(set.count, options.batchSize);
  const all = tf.keep(wordsTensor(set.images, bytesPerImage(set)));
  return {
    ...{ stepsPerEpoch, labelsOfExample: 1 },
    imagesOf: (step) => countOf(set.count, options, step),
    batches: (epoch, firstStep = 0) =>
      timedBatches(firstStep, () => {
        const plan = planOf(set.count, options, epoch);
        const tensorsOf = (step: number) => {
          const rows = plan.rows(step);
          const labels = Int32Array.from(rows, (row) => set.labels[row]);
          const numbers = plan.augmentations(step);
          return [integerWords(rows), integerWords(labels), ...(numbers ? originWords(numbers, set.shape) : [])];
        };
        return { plan, tensorsOf };
      }),
    decode: ([rows, labels, ...origins]) => ({
      inputs: tf.tidy(() => imagesFromWords(tf.gather(all, integersFromWords(rows)), set.shape, options, origins)),
      labels: integersFromWords(labels as tf.Tensor1D),
    }),
    dispose: () => {
      all.dispose();
    },
  };
}
