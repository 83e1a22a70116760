import { tf } from "../tensorflow";
import { checkpointed, whole, type Chain, type Pass, type WholePass } from "./chain";
import { WeightFactory, type Weight } from "./initializers";

/** The options that every model takes. */
export interface ModelOptions {
  /** Height, width and channels of an image. */
  inputShape: [height: number, width: number, channels: number];
  /** The number of classes that the last layer tells apart. */
  classes: number;
  /** Seed of the initial weights, a whole number from 0 to 2147483647. The same seed gives the same weights on every machine. Default 0. */
  seed?: number;
  /**
   * Whether dropout layers are active in training. Default true. Comparisons turn it off, so that a step always computes
   * the same. EfficientNet has such layers, ResNets have none.
   */
  dropout?: boolean;
  /** Whether training keeps only the input of each block, and computes the block again in the backward pass. Default false. */
  checkpoint?: boolean;
}

/** The value of the brightest pixel. */
export type PixelRange = 1 | 255;

/** A network as Keras builds it, of images [n, ...inputShape] in float32 from 0 to `pixelRange`. Works eagerly and inside a captured step. */
export interface Model extends Chain<tf.Tensor4D> {
  readonly inputShape: [height: number, width: number, channels: number];
  /** Pixels go from 0 to this value: 1 where images are scaled before the model, 255 where the model scales them itself. */
  readonly pixelRange: PixelRange;
  /** Every weight, in the order of Keras's `model.weights`. `parameters` is Keras's `count_params()`. */
  readonly weights: Weight[];
  /** The weights that have gradients, in the order of Keras's `model.trainable_weights`. */
  readonly trainableWeights: Weight[];
  /**
   * Runs the network.
   * @param pass.training true normalises by the batch's statistics and updates the moving ones; false normalises by the moving ones.
   * @returns logits, shape [n, classes]; Keras's model returns their softmax.
   * @throws when the images do not have the model's input shape.
   */
  apply(images: tf.Tensor4D, pass: Pass): tf.Tensor2D;
}

/** The forward pass of a network in parts. @typeParam X What goes from block to block. */
export interface Network<X = tf.Tensor4D> {
  embed(images: tf.Tensor4D, pass: WholePass): X;
  blocks: { part: (x: X, pass: WholePass) => X; weights: Weight[] }[];
  head(x: X, pass: WholePass): tf.Tensor2D;
  /** How several tensors between blocks become one, where the network is divided there. */
  between?: { join(x: X): tf.Tensor4D; part(x: tf.Tensor4D): X };
}

/**
 * Builds a {@link Model} with fresh weights.
 * @param makeNetwork Makes the weights by the factory and returns the network that uses them.
 * @throws one line that names the value when an option is no size that a model can have.
 */
export function buildModel<X>(
  name: string,
  options: ModelOptions,
  makeNetwork: (factory: WeightFactory) => Network<X>,
  pixelRange?: PixelRange,
): Model {
  checkOptions(name, options);
  const factory = new WeightFactory(options.seed ?? 0);
  const network = makeNetwork(factory);
  return createModel(name, options, factory.weights, network, pixelRange);
}

/** Makes a {@link Model} of a network and the weights it was built with. */
export function createModel<X>(
  name: string,
  options: ModelOptions,
  weights: Weight[],
  network: Network<X>,
  pixelRange: PixelRange = 1,
): Model {
  const { inputShape, classes, checkpoint = false } = options;
  const divided = dividedBetweenBlocks(network, checkpoint);
  const run = checkpoint ? inParts(divided) : atOnce(network);
  return {
    ...{ name, inputShape, classes, pixelRange, checkpoint, weights, ...divided },
    trainableWeights: weights.filter((weight) => weight.trainable),
    parameters: weights.reduce((sum, weight) => sum + weight.variable.size, 0),
    apply(images, pass) {
      const [, ...shape] = images.shape;
      if (images.rank !== 4 || shape.some((size, i) => size !== inputShape[i])) {
        throw new Error(
          `${name} was built for images of ${inputShape.join("x")}, but got a batch of shape [${images.shape.join(", ")}]: ` +
            "give the model that inputShape, or resize the images.",
        );
      }
      return tf.tidy(() => run(images, pass));
    },
    dispose: () => weights.forEach((weight) => weight.variable.dispose()),
  };
}

type Divided = Pick<Model, "embed" | "blocks" | "head">;
type Run = (images: tf.Tensor4D, pass: Pass) => tf.Tensor2D;

/** The parts of a network with one tensor from each to the next. */
function dividedBetweenBlocks<X>(network: Network<X>, checkpoint: boolean): Divided {
  // Without other words, what is between blocks is a tensor.
  const { join, part } = network.between ?? { join: (x: X) => x as tf.Tensor4D, part: (x: tf.Tensor4D) => x as X };
  return {
    embed: (images, pass) => join(network.embed(images as tf.Tensor4D, whole(pass))),
    blocks: network.blocks.map(({ part: block, weights }) => {
      const between = (x: tf.Tensor4D, pass: WholePass): tf.Tensor4D => join(block(part(x), pass));
      const apply = checkpoint ? checkpointed(between, weights) : between;
      return { weights, apply: (x, pass) => apply(x, whole(pass)) };
    }),
    head: (x, pass) => network.head(part(x), whole(pass)),
  };
}

const inParts =
  ({ embed, blocks, head }: Divided): Run =>
  (images, pass) =>
    head(
      blocks.reduce((x, { apply }) => apply(x, pass), embed(images, pass)),
      pass,
    );

/** A block may leave its last addition to the next one, which does both at once. */
const atOnce =
  <X>({ embed, blocks, head }: Network<X>): Run =>
  (images, given) => {
    const pass = whole(given);
    return head(
      blocks.reduce((x, { part }) => part(x, pass), embed(images, pass)),
      pass,
    );
  };

function checkOptions(name: string, { inputShape, classes, seed = 0 }: ModelOptions): void {
  const isWhole = (value: number, least: number) => Number.isInteger(value) && value >= least;
  if (inputShape.length !== 3 || !inputShape.every((size) => isWhole(size, 1))) {
    throw new Error(
      `${name}: inputShape is [${inputShape.join(", ")}], but must be [height, width, channels], whole numbers from 1.`,
    );
  }
  if (!isWhole(classes, 1)) throw new Error(`${name}: classes is ${classes}, but must be a whole number from 1.`);
  if (!isWhole(seed, 0) || seed > 2147483647) {
    throw new Error(`${name}: seed is ${seed}, but must be a whole number from 0 to 2147483647.`);
  }
}
