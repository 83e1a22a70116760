import { nativeOp, tf } from "../tensorflow";
import type { Weight } from "./model";

/** Keras's VarianceScaling: random numbers whose variance is `scale / fan`. */
export interface VarianceScaling {
  scale: number;
  /** Divided by the numbers that come into an output, or go out of an input, or the mean of both. */
  mode: "fan_out" | "fan_avg";
  distribution: "uniform" | "truncated_normal";
}

/** Keras's default for kernels, after Glorot and Bengio (2010): uniform within ± sqrt(6 / (fan in + fan out)). */
export const glorotUniform: VarianceScaling = { scale: 1, mode: "fan_avg", distribution: "uniform" };

// Of a standard normal distribution that is cut off at ± 2.
const DEVIATION_OF_TRUNCATED = 0.87962566103423978;

/** Makes a model's weights one after the other, in the order of Keras's `model.weights`, each as Keras starts it. */
export class WeightFactory {
  readonly weights: Weight[] = [];

  constructor(private readonly seed: number) {}

  /**
   * A kernel of random numbers, drawn by TensorFlow's counter-based generator from (seed, number of the weight): the same
   * on every machine, whatever was drawn before.
   * @param shape [..., channels in, channels out]; what comes before (a convolution's window) counts in both fans.
   */
  kernel<R extends tf.Rank>(name: string, shape: number[], initializer = glorotUniform): tf.Variable<R> {
    const [channelsIn, channelsOut] = shape.slice(-2);
    const window = shape.slice(0, -2).reduce((product, size) => product * size, 1);
    const { scale, mode, distribution } = initializer;
    const fan = window * (mode === "fan_out" ? channelsOut : (channelsIn + channelsOut) / 2);
    const deviation = Math.sqrt(scale / fan);
    return this.add(name, { trainable: true }, () => {
      if (distribution === "truncated_normal") {
        return tf.mul(this.draw<R>("StatelessTruncatedNormal", shape), deviation / DEVIATION_OF_TRUNCATED);
      }
      const limit = deviation * Math.sqrt(3);
      return tf.sub(tf.mul(this.draw<R>("StatelessRandomUniform", shape), 2 * limit), limit);
    });
  }

  /** A vector of one value that is trained: zeros for a bias, ones for BatchNorm's scale. */
  vector(name: string, size: number, value: 0 | 1): tf.Variable<tf.Rank.R1> {
    return this.add(name, { trainable: true }, () => tf.fill([size], value));
  }

  /** A moving statistic of BatchNorm. */
  statistic(name: string, size: number, value: 0 | 1): tf.Variable<tf.Rank.R1> {
    return this.add(name, { trainable: false }, () => tf.fill([size], value));
  }

  /** What training leaves as it is. */
  constant<R extends tf.Rank>(name: string, shape: tf.ShapeMap[R], value: 0 | 1): tf.Variable<R> {
    return this.add(name, { trainable: false, constant: true }, () => tf.fill(shape, value));
  }

  private draw<R extends tf.Rank>(op: string, shape: number[]): tf.Tensor<R> {
    const seed = tf.tensor1d([this.seed, this.weights.length], "int32");
    const attributes = { dtype: { type: "float32" }, T: { type: "int32" }, Tseed: { type: "int32" } } as const;
    return nativeOp(op, attributes, [tf.tensor1d(shape, "int32"), seed])[0] as tf.Tensor<R>; // the shape's rank is R
  }

  private add<R extends tf.Rank>(
    name: string,
    kind: Pick<Weight, "trainable" | "constant">,
    initial: () => tf.Tensor<R>,
  ): tf.Variable<R> {
    const variable = tf.tidy(() => tf.variable(initial(), kind.trainable));
    this.weights.push({ name, variable, ...kind });
    return variable;
  }
}
