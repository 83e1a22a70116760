import { tf } from "../backend";
import { nativeOp, shapeTensor } from "../native-op";

/**
 * The mean over height and width. The gradient is broadcast, whereas TensorFlow.js multiplies it by a tensor of ones of the
 * full shape.
 * @param x shape [n, height, width, channels].
 * @returns shape [n, channels].
 */
export function globalAveragePool(x: tf.Tensor4D): tf.Tensor2D {
  const [n, height, width, channels] = x.shape;
  const differentiable = tf.customGrad<tf.Tensor2D>(() => {
    const axes = tf.tensor1d([1, 2], "int32");
    const attributes = { T: { type: "float32" }, Tidx: { type: "int32" }, keep_dims: false } as const;
    const [value] = nativeOp("Mean", attributes, [x, axes]);
    const gradFunc = (dy: tf.Tensor) => {
      const share = tf.reshape(tf.div(dy, height * width), [n, 1, 1, channels]);
      const inputs = [share, shapeTensor(x.shape)];
      return nativeOp("BroadcastTo", { T: { type: "float32" }, Tidx: { type: "int32" } }, inputs)[0];
    };
    return { value: value as tf.Tensor2D, gradFunc };
  });
  return differentiable(x);
}
