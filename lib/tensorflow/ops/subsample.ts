import { tf } from "../backend";
import { nativeOp, shapeTensor, type AttributeValue } from "../native-op";

const attributesOf = (strides: number): Record<string, AttributeValue> => ({
  T: { type: "float32" },
  ksize: [1, 1, 1, 1],
  strides: [1, strides, strides, 1],
  padding: { string: "VALID" },
  data_format: { string: "NHWC" },
});

/**
 * Every `strides`-th pixel in both directions, from the first one: the pixels that a 1x1 convolution with strides reads. It
 * is computed as the average of one pixel, whose gradient does not need the images; StridedSlice takes ten times as long.
 * @param x shape [n, height, width, channels].
 * @returns shape [n, ceil(height / strides), ceil(width / strides), channels].
 */
export function subsample(x: tf.Tensor4D, strides: number): tf.Tensor4D {
  const attributes = attributesOf(strides);
  const differentiable = tf.customGrad<tf.Tensor4D>(() => ({
    value: nativeOp("AvgPool", attributes, [x])[0] as tf.Tensor4D, // the op keeps the rank
    gradFunc: (dy) => nativeOp("AvgPoolGrad", attributes, [shapeTensor(x.shape), dy])[0],
  }));
  return differentiable(x);
}
