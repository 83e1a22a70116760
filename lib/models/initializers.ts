import { nativeOp, tf } from "../tensorflow";
import type { Weight } from "./model";

/** Makes a model's weights one after the other, in the order of Keras's `model.weights`, each from Keras's initializer. */
export class WeightFactory {
  readonly weights: Weight[] = [];

  constructor(private readonly seed: number) {}

  /**
   * A kernel with Keras's `glorot_uniform`: uniform within ± sqrt(6 / (fan in + fan out)), after Glorot and Bengio (2010).
   * Drawn by TensorFlow's counter-based generator from (seed, number of the weight): the same on every machine, whatever
   * was drawn before.
   * @param shape [..., channels in, channels out]; what comes before (a convolution's window) counts in both fans.
   */
  kernel(name: string, shape: number[]): tf.Variable {
    const [channelsIn, channelsOut] = shape.slice(-2);
    const window = shape.slice(0, -2).reduce((product, size) => product * size, 1);
    const limit = Math.sqrt(6 / (window * (channelsIn + channelsOut)));
    return this.add(name, true, () => {
      const seed = tf.tensor1d([this.seed, this.weights.length], "int32");
      const attributes = { dtype: { type: "float32" }, T: { type: "int32" }, Tseed: { type: "int32" } } as const;
      const [unit] = nativeOp("StatelessRandomUniform", attributes, [tf.tensor1d(shape, "int32"), seed]);
      return tf.sub(tf.mul(unit, 2 * limit), limit);
    });
  }

  /** A vector of one value: zeros for a bias, ones for BatchNorm's scale. */
  vector(name: string, size: number, value: 0 | 1, trainable = true): tf.Variable<tf.Rank.R1> {
    return this.add(name, trainable, () => tf.fill([size], value));
  }

  private add<R extends tf.Rank>(name: string, trainable: boolean, initial: () => tf.Tensor<R>): tf.Variable<R> {
    const variable = tf.tidy(() => tf.variable(initial(), trainable));
    this.weights.push({ name, variable, trainable });
    return variable;
  }
}
