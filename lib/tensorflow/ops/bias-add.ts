import { tf } from "../backend";
import { activeRecording } from "../capture/recording";
import { onGpu } from "../devices";
import { nativeOp } from "../native-op";
import { withGradient } from "../own-gradient";
import { product } from "./mat-mul";

const attributes = { T: { type: "float32" }, data_format: { string: "NHWC" } } as const;

/**
 * Adds a bias along the last dimension by TensorFlow's `BiasAdd`. TensorFlow.js's own addition would sum the gradient by a
 * general reduction and hide the bias from Grappler, which fuses `BiasAdd` into the convolution before it.
 * @param x shape [..., channels].
 * @param bias shape [channels].
 */
export function biasAdd<T extends tf.Tensor>(x: T, bias: tf.Tensor1D): T {
  return withGradient([x, bias], () => ({
    value: nativeOp("BiasAdd", attributes, [x, bias])[0],
    gradient: (dy) => [dy, byProduct() ? productWithOnes(dy) : nativeOp("BiasAddGrad", attributes, [dy])[0]],
  }));
}

/**
 * On GPUs, a step of ResNet50V2 in 16 bits took 56 ms with such products on an H100, and 64 ms by `BiasAddGrad`, which also adds up in
 * another order each time. In float32, images lie channels first, and would be transposed for a product; XLA fuses the sum.
 */
function byProduct(): boolean {
  const recording = activeRecording();
  return onGpu() && recording?.casts !== undefined && !recording.xla;
}

/** The sum over all dimensions but the last. */
function productWithOnes(dy: tf.Tensor): tf.Tensor {
  const channels = dy.shape[dy.rank - 1];
  const rows = dy.reshape<tf.Tensor2D>([-1, channels]);
  // Not tf.ones(), whose numbers would become a part of the graph.
  return product(tf.fill([1, rows.shape[0]], 1), rows).reshape([channels]);
}
