import { nativeOp, tf } from "../tensorflow";

/** One weight of a model. */
export interface Weight {
  /** Keras's path of the weight, for example `conv1_conv/kernel`. Two models of a process may share names. */
  readonly name: string;
  readonly variable: tf.Variable;
  /** False for the moving statistics of BatchNorm, which training assigns without a gradient, and for constants. */
  readonly trainable: boolean;
  /** True for a weight that training never changes. */
  readonly constant?: boolean;
}

/** Keras's VarianceScaling: random numbers whose variance is `scale / fan`. */
export interface VarianceScaling {
  scale: number;
  /** The fan: how many inputs an output has, how many outputs an input reaches, or the mean of both. */
  mode: "fan_in" | "fan_out" | "fan_avg";
  distribution: "uniform" | "truncated_normal";
}

/** Keras's default for kernels, after Glorot and Bengio (2010): uniform within ± sqrt(6 / (fan in + fan out)). */
const glorotUniform: VarianceScaling = { scale: 1, mode: "fan_avg", distribution: "uniform" };

// The standard deviation of a standard normal distribution that is cut off at ± 2.
const TRUNCATED_DEVIATION = 0.87962566103423978;

/** Makes a model's weights in the order of Keras's `model.weights`, each with Keras's initial values. */
export class WeightFactory {
  readonly weights: Weight[] = [];

  constructor(private readonly seed: number) {}

  /** Makes a part of a model. @returns it, and the trainable weights that were made for it. */
  part<P>(make: () => P): { part: P; weights: Weight[] } {
    const before = this.weights.length;
    const part = make();
    return { part, weights: this.weights.slice(before).filter(({ trainable }) => trainable) };
  }

  /**
   * A kernel of random numbers. TensorFlow's counter-based generator draws them from (seed, number of the weight), so they
   * are the same on every machine, whatever was drawn before.
   * @param shape [..., channels in, channels out]; the dimensions before (a convolution's window) count in both fans.
   */
  kernel<R extends tf.Rank>(name: string, shape: number[], initializer = glorotUniform): tf.Variable<R> {
    const [channelsIn, channelsOut] = shape.slice(-2);
    const window = shape.slice(0, -2).reduce((product, size) => product * size, 1);
    const { scale, mode, distribution } = initializer;
    const fans = { fan_in: channelsIn, fan_out: channelsOut, fan_avg: (channelsIn + channelsOut) / 2 };
    const fan = window * fans[mode];
    const deviation = Math.sqrt(scale / fan);
    return this.add(name, { trainable: true }, () => {
      if (distribution === "truncated_normal") {
        return tf.mul(this.draw<R>("StatelessTruncatedNormal", shape), deviation / TRUNCATED_DEVIATION);
      }
      const limit = deviation * Math.sqrt(3);
      return tf.sub(tf.mul(this.draw<R>("StatelessRandomUniform", shape), 2 * limit), limit);
    });
  }

  /** A table or a kernel of normal numbers with mean 0. */
  normal<R extends tf.Rank>(name: string, shape: number[], deviation: number): tf.Variable<R> {
    return this.add(name, { trainable: true }, () => tf.mul(this.draw<R>("StatelessRandomNormal", shape), deviation));
  }

  /** A trainable vector of equal values: zeros for a bias, ones for BatchNorm's scale. */
  vector(name: string, size: number, value: 0 | 1): tf.Variable<tf.Rank.R1> {
    return this.add(name, { trainable: true }, () => tf.fill([size], value));
  }

  /** A moving statistic of BatchNorm. */
  statistic(name: string, size: number, value: 0 | 1): tf.Variable<tf.Rank.R1> {
    return this.add(name, { trainable: false }, () => tf.fill([size], value));
  }

  /** A weight that training never changes. */
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
