import type { tf } from "../backend";
import { activeRecording } from "../capture/recording";
import { onGpu } from "../devices";
import { nativeOp, shapeTensor, type AttributeValue } from "../native-op";
import { withGradient } from "../own-gradient";

type Shape = [n: number, height: number, width: number, channels: number];

/** A way to read the pixels, or the gradient of the images from theirs. */
type Read = (x: tf.Tensor, shape: Shape, strides: number) => tf.Tensor;

const poolAttributes = (strides: number): Record<string, AttributeValue> => ({
  T: { type: "float32" },
  ksize: [1, 1, 1, 1],
  strides: [1, strides, strides, 1],
  padding: { string: "VALID" },
  data_format: { string: "NHWC" },
});

// The average of one pixel. On CPUs StridedSlice takes ten times as long.
const average: Read = (x, _shape, strides) => nativeOp("AvgPool", poolAttributes(strides), [x])[0];
const averageGradient: Read = (dy, shape, strides) =>
  nativeOp("AvgPoolGrad", poolAttributes(strides), [shapeTensor(shape), dy])[0];

const sliceAttributes = { T: { type: "float32" }, Index: { type: "int32" } } as const;
const sliceOf = ([n, height, width, channels]: Shape, strides: number) =>
  [[0, 0, 0, 0], [n, height, width, channels], [1, strides, strides, 1]].map(shapeTensor); // prettier-ignore

// A copy with strides. An H100 took half as long for averages of one pixel as for all products of ResNet50V2.
const copy: Read = (x, shape, strides) => nativeOp("StridedSlice", sliceAttributes, [x, ...sliceOf(shape, strides)])[0];
const copyGradient: Read = (dy, shape, strides) =>
  nativeOp("StridedSliceGrad", sliceAttributes, [shapeTensor(shape), ...sliceOf(shape, strides), dy])[0];

/**
 * Every `strides`-th pixel in both directions, from the first one: the pixels that a 1x1 convolution with strides reads. The gradient does
 * not need the images.
 * @param x shape [n, height, width, channels].
 * @returns shape [n, ceil(height / strides), ceil(width / strides), channels].
 */
export function subsample(x: tf.Tensor4D, strides: number): tf.Tensor4D {
  const { xla = false, casts } = activeRecording() ?? {};
  const pixels = xla || onGpu() ? copy : average;
  // Where a step is in float32 and not compiled, images lie channels first on GPUs: Grappler turns all of these around but the last one.
  const gradient = xla || (onGpu() && casts) ? copyGradient : averageGradient;
  return withGradient([x], () => ({
    value: pixels(x, x.shape, strides),
    gradient: (dy) => gradient(dy, x.shape, strides),
  }));
}
