import { tf } from "../../lib/tensorflow";
import { integersFromWords } from "../../lib/tensorflow/ops";
import { wholeNumber, type ImageSet } from "../dataset";
import { countOf, planOf, stepsOf, timedBatches, type Feed, type FeedOptions, type Plan } from "./feed";
import { gather, type Asked, type Gathered, type Source } from "./gather";
import { GatherThread } from "./gather-thread";
import { bytesPerImage, imagesFromWords, integerWords, wordsTensor } from "./pixels";

/** Options of a feed from the host. */
interface HostFeedOptions extends FeedOptions {
  /** Batches that are gathered in advance. With 0, each batch is gathered on request while the step waits. */
  prefetch: number;
  /** Threads that gather batches in advance, each a batch of its own at a time. Default 1. */
  loaders?: number;
  /** Seconds to wait for each image, which simulates slow storage or costly decoding. Default 0. */
  secondsPerImage?: number;
}

/**
 * Feeds from the host's memory: each batch is gathered there and copied to the device. With `prefetch`, `loaders` threads
 * gather batches in advance; `waitSeconds` shows if steps still have to wait.
 * @throws one line when an option is out of range.
 */
export function hostFeed(set: ImageSet, options: HostFeedOptions): Feed {
  wholeNumber("imageSize", options.imageSize);
  const stepsPerEpoch = stepsOf(set.count, options.batchSize);
  const prefetch = wholeNumber("prefetch", options.prefetch, 0);
  const source: Source = {
    images: set.images,
    labels: set.labels,
    shape: set.shape,
    bytesPerImage: bytesPerImage(set),
    secondsPerImage: options.secondsPerImage ?? 0,
  };
  const loaders = wholeNumber("loaders", options.loaders ?? 1);
  let threads: GatherThread[] = [];

  const ahead = (plan: Plan, firstStep: number) => {
    if (threads.length === 0) threads = Array.from({ length: loaders }, () => new GatherThread(source));
    const ahead: Promise<Gathered>[] = [];
    let next = firstStep;
    return async (step: number) => {
      while (next < plan.steps && next <= step + prefetch) {
        ahead.push(threads[next % loaders].gather(asked(plan, next)));
        next++;
      }
      return tensors(await ahead.shift()!, source);
    };
  };

  return {
    ...{ stepsPerEpoch, labelsOfExample: 1 },
    imagesOf: (step) => countOf(set.count, options, step),
    batches: (epoch, firstStep = 0) =>
      timedBatches(firstStep, () => {
        const plan = planOf(set.count, options, epoch);
        const tensorsOf =
          prefetch > 0 ? ahead(plan, firstStep) : (step: number) => tensors(gather(source, asked(plan, step)), source);
        return { plan, tensorsOf };
      }),
    decode: ([words, labels]) => ({
      inputs: imagesFromWords(words, set.shape, options),
      labels: integersFromWords(labels as tf.Tensor1D),
    }),
    dispose: () => {
      for (const thread of threads) thread.dispose();
      threads = [];
    },
  };
}

const asked = (plan: Plan, step: number): Asked => ({ rows: plan.rows(step), augmentations: plan.augmentations(step) });

function tensors({ pixels, labels }: Gathered, { bytesPerImage }: Source): tf.Tensor[] {
  return [wordsTensor(pixels, bytesPerImage), integerWords(labels)];
}
