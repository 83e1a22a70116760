import { tf } from "../tensorflow";
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
}

/** The value of the brightest pixel. */
export type PixelRange = 1 | 255;

/** A network as Keras builds it. */
export interface Model {
  readonly name: string;
  readonly inputShape: [height: number, width: number, channels: number];
  readonly classes: number;
  /** Pixels go from 0 to this value: 1 where images are scaled before the model, 255 where the model scales them itself. */
  readonly pixelRange: PixelRange;
  /** Every weight, in the order of Keras's `model.weights`. */
  readonly weights: Weight[];
  /** The weights that have gradients, in the order of Keras's `model.trainable_weights`. */
  readonly trainableWeights: Weight[];
  /** How many numbers the weights hold, trainable or not, as Keras's `count_params()`. */
  readonly parameters: number;
  /**
   * Runs the network. Works eagerly and inside a captured step.
   * @param images float32 from 0 to `pixelRange`, shape [n, ...inputShape].
   * @param options.training true normalises by the batch's statistics and updates the moving ones; false normalises by the moving ones.
   * @returns logits, shape [n, classes]; Keras's model returns their softmax.
   * @throws when the images do not have the model's input shape.
   */
  apply(images: tf.Tensor4D, options: { training: boolean }): tf.Tensor2D;
  /** Frees the weights. */
  dispose(): void;
}

/** The forward pass of a network; see {@link Model.apply}. */
export type Network = (images: tf.Tensor4D, training: boolean) => tf.Tensor2D;

/**
 * Builds a {@link Model} with fresh weights.
 * @param makeNetwork Makes the weights by the factory and returns the network that uses them.
 * @throws one line that names the value when an option is no size that a model can have.
 */
export function buildModel(
  name: string,
  options: ModelOptions,
  makeNetwork: (factory: WeightFactory) => Network,
  pixelRange?: PixelRange,
): Model {
  checkOptions(name, options);
  const factory = new WeightFactory(options.seed ?? 0);
  const network = makeNetwork(factory);
  return createModel(name, options, factory.weights, network, pixelRange);
}

/** Makes a {@link Model} of a network and the weights it was built with. */
export function createModel(
  name: string,
  options: ModelOptions,
  weights: Weight[],
  network: Network,
  pixelRange: PixelRange = 1,
): Model {
  const { inputShape, classes } = options;
  return {
    name,
    inputShape,
    classes,
    pixelRange,
    weights,
    trainableWeights: weights.filter((weight) => weight.trainable),
    parameters: weights.reduce((sum, weight) => sum + weight.variable.size, 0),
    apply(images, { training }) {
      const [, ...shape] = images.shape;
      if (images.rank !== 4 || shape.some((size, i) => size !== inputShape[i])) {
        throw new Error(
          `${name} was built for images of ${inputShape.join("x")}, but got a batch of shape [${images.shape.join(", ")}]: ` +
            "give the model that inputShape, or resize the images.",
        );
      }
      return tf.tidy(() => network(images, training));
    },
    dispose: () => weights.forEach((weight) => weight.variable.dispose()),
  };
}

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
