import { deviceFeed, hostFeed, textFeed, type Feed } from "../../datasets";
import { gpt, gptSizes, modelNamed, modelNames, type Chain, type Gpt, type Model } from "../../lib/models";
import { adamW, clipped, sgd, type Optimizer } from "../../lib/training";

// Nothing is computed, so sizes are free; small images and few tokens make small constants.
const IMAGE_SIZE = 64;
const CLASSES = 10;
const STORED: [number, number, number] = [32, 32, 3];
const CONTEXT = 16;
export const VOCABULARY = 65;
const MOST_BLOCKS = 3; // a first, one between, and a last

/** A way to train a network, whose steps have ops of their own. */
export interface Variant<C extends Chain = Chain> {
  optimizer: Optimizer;
  /** The most batches of an update. */
  batches: 1 | 2;
  model(): C;
  /** A whole batch, and a last one. */
  feed(model: C, portions: Portions): Feed;
}

/** The examples of a feed. */
export interface Portions {
  whole: number;
  last: number;
  rowsOf: (examples: number) => [from: number, to: number];
}

/** The networks whose steps can be captured. */
export const subjectNames: readonly string[] = [...modelNames, ...Object.keys(gptSizes)];

const likeResNet20: readonly string[] = ["resnet32", "resnet44", "resnet56"];

/** Those that are captured where none is named: the deeper ResNets for CIFAR-10, and the other GPTs, have the same ops. */
export const usualSubjects: readonly string[] = [
  ...modelNames.filter((name) => !likeResNet20.includes(name)),
  "gpt-1m",
];

/** Whether a network is a GPT. */
export const isGpt = (name: string): name is keyof typeof gptSizes => name in gptSizes;

/**
 * What the command line offers, in few graphs: images kept on the device and one batch an update, then images fed by the host, several
 * batches an update, and momentum.
 */
export const imageVariants = (name: string): Variant<Model>[] => [
  { optimizer: sgd(0.01), batches: 1, model: imageModel(name), feed: imageFeed(deviceFeed) },
  {
    ...{ optimizer: sgd(0.01, { momentum: 0.9 }), batches: 2, model: imageModel(name) },
    feed: imageFeed((set, options) => hostFeed(set, { ...options, prefetch: 0 })),
  },
];

/** The first of them, with augmented images and blocks that are computed again going backward. */
export const checkpointedImages = (name: string): Variant<Model> => ({
  ...{ optimizer: sgd(0.01), batches: 1, model: imageModel(name, true) },
  feed: imageFeed((set, options) => deviceFeed(set, { ...options, augment: true })),
});

const imageModel =
  (name: string, checkpoint = false) =>
  (): Model =>
    modelNamed(name, { inputShape: [IMAGE_SIZE, IMAGE_SIZE, STORED[2]], classes: CLASSES, checkpoint });

const imageFeed =
  (make: typeof deviceFeed): Variant<Model>["feed"] =>
  ({ pixelRange }, { whole, last, rowsOf }) => {
    const count = whole + last;
    const images = new Uint8Array(count * STORED.reduce((product, size) => product * size));
    const set = { images, labels: new Uint8Array(count), count, shape: STORED };
    return make(set, {
      ...{ batchSize: whole, imageSize: IMAGE_SIZE, pixelRange, shuffle: false, seed: 0, rowsOf },
    });
  };

/**
 * The same for a GPT.
 * @param dropout The share of values that are dropped; 0 where devices share layers.
 */
export function textVariants(name: keyof typeof gptSizes, dropout: number): Variant<Gpt>[] {
  const { layers, ...others } = gptSizes[name];
  const sizes = { ...others, layers: Math.min(layers, MOST_BLOCKS), context: CONTEXT, vocabulary: VOCABULARY };
  const optimizer = adamW(0.001);
  return [
    { optimizer: clipped(optimizer, 1), batches: 1, model: () => gpt(sizes), feed: rows },
    { optimizer, batches: 2, model: () => gpt({ ...sizes, dropout, checkpoint: true }), feed: rows },
  ];
}

const rows: Variant<Gpt>["feed"] = (_model, { whole, last, rowsOf }) =>
  textFeed({
    ...{ tokens: new Int32Array((whole + last) * CONTEXT + 1), context: CONTEXT },
    ...{ batchSize: whole, shuffle: false, seed: 0, rowsOf },
  });
