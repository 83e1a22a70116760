import { tf } from "../backend";
import { nativeOp } from "../native-op";

const attributes = { T: { type: "float32" }, data_format: { string: "NHWC" } } as const;

/**
 * Adds a bias along the last dimension by TensorFlow's `BiasAdd`. TensorFlow.js's own addition would sum the gradient by a
 * general reduction and hide the bias from Grappler, which fuses `BiasAdd` into the convolution before it.
 * @param x shape [..., channels].
 * @param bias shape [channels].
 */
export function biasAdd<T extends tf.Tensor>(x: T, bias: tf.Tensor1D): T {
  const differentiable = tf.customGrad<T>(() => ({
    value: nativeOp("BiasAdd", attributes, [x, bias])[0] as T, // the op keeps the shape
    gradFunc: (dy) => [dy, nativeOp("BiasAddGrad", attributes, [dy])[0]],
  }));
  return differentiable(x, bias);
}
