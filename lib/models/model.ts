import { tf } from "../tensorflow";

/** One weight of a model. */
export interface Weight {
  /** Keras's path of it, for example `conv1_conv/kernel`. Two models of a process may share names. */
  readonly name: string;
  readonly variable: tf.Variable;
  /** False for the moving statistics of BatchNorm, which training assigns without a gradient, and for constants. */
  readonly trainable: boolean;
  /** True for what training leaves as it is. */
  readonly constant?: boolean;
}

/** What every model of a family is made from. */
export interface ModelOptions {
  /** Height, width and channels of an image. */
  inputShape: [height: number, width: number, channels: number];
  /** How many classes the last layer tells apart. */
  classes: number;
  /** Of the initial weights; a whole number from 0 to 2147483647. The same seed gives the same weights everywhere. Default 0. */
  seed?: number;
  /**
   * Whether the layers that drop something at random in training do so. Default true; without it a step always computes
   * the same, as comparisons need. EfficientNet has such layers, ResNets have none.
   */
  dropout?: boolean;
}

/** What pixels go up to. */
export type PixelRange = 1 | 255;

/** A network as Keras builds it. */
export interface Model {
  readonly name: string;
  readonly inputShape: [height: number, width: number, channels: number];
  readonly classes: number;
  /** What the brightest pixel of an image is given as: 1 where images are scaled before, 255 where the model does that. */
  readonly pixelRange: PixelRange;
  /** Every weight, in the order of Keras's `model.weights`. */
  readonly weights: Weight[];
  /** The weights that gradients flow to, in the order of Keras's `model.trainable_weights`. */
  readonly trainableWeights: Weight[];
  /** How many numbers the weights hold, trainable or not, as Keras's `count_params()`. */
  readonly parameters: number;
  /**
   * Runs the network. Works eagerly and inside a captured step.
   * @param images float32 from 0 to `pixelRange`, shape [n, ...inputShape].
   * @param options.training true normalises by the batch's statistics and moves the moving ones; false uses the moving ones.
   * @returns logits, shape [n, classes]; Keras's model gives their softmax.
   * @throws when the images have another shape than the model.
   */
  apply(images: tf.Tensor4D, options: { training: boolean }): tf.Tensor2D;
  /** Frees the weights. */
  dispose(): void;
}

/** A network's layers, given the images; see {@link Model.apply}. */
export type Network = (images: tf.Tensor4D, training: boolean) => tf.Tensor2D;

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

/**
 * Refuses sizes no model can have.
 * @throws an error of one line that names the value.
 */
export function checkOptions(name: string, { inputShape, classes, seed = 0 }: ModelOptions): void {
  const whole = (value: number, least: number) => Number.isInteger(value) && value >= least;
  if (inputShape.length !== 3 || !inputShape.every((size) => whole(size, 1))) {
    throw new Error(
      `${name}: inputShape is [${inputShape.join(", ")}], but must be [height, width, channels], whole numbers from 1.`,
    );
  }
  if (!whole(classes, 1)) throw new Error(`${name}: classes is ${classes}, but must be a whole number from 1.`);
  if (!whole(seed, 0) || seed > 2147483647) {
    throw new Error(`${name}: seed is ${seed}, but must be a whole number from 0 to 2147483647.`);
  }
}
