import { tf } from "../backend";
import { nativeOp, type AttributeValue } from "../native-op";

const kernelName = "WorkbookDepthwiseConv2D";

const attributesOf = ({ strides }: { strides: number }): Record<string, AttributeValue> => ({
  T: { type: "float32" },
  strides: [1, strides, strides, 1],
  data_format: { string: "NHWC" },
  padding: { string: "SAME" },
});

const sizes = (tensor: tf.Tensor): tf.Tensor1D => tf.tensor1d(tensor.shape, "int32");

tf.registerKernel({
  kernelName,
  backendName: "tensorflow",
  kernelFunc: ({ inputs, attrs }) => {
    const { x, filter } = inputs as { x: tf.Tensor; filter: tf.Tensor };
    return nativeOp("DepthwiseConv2dNative", attributesOf(attrs as { strides: number }), [x, filter])[0];
  },
});

tf.registerGradient({
  kernelName,
  inputsToSave: ["x", "filter"],
  gradFunc: (dy, [x, filter], attrs) => {
    const attributes = attributesOf(attrs as unknown as { strides: number }); // depthwiseConv2d() gives them
    const gradient = (of: "Input" | "Filter", inputs: tf.Tensor[]) =>
      nativeOp(`DepthwiseConv2dNativeBackprop${of}`, attributes, inputs)[0];
    return {
      x: () => gradient("Input", [sizes(x), filter, dy as tf.Tensor]),
      filter: () => gradient("Filter", [x, sizes(filter), dy as tf.Tensor]),
    };
  },
});

/**
 * Convolution of each channel by itself, padded with zeros as TensorFlow's `SAME` does: as many rows and columns before
 * as after, or one more after.
 * @param x shape [n, height, width, channels].
 * @param filter shape [height, width, channels, 1].
 * @param strides step in both directions; default 1.
 * @returns shape [n, ceil(height / strides), ceil(width / strides), channels].
 */
export function depthwiseConv2d(x: tf.Tensor4D, filter: tf.Tensor4D, strides = 1): tf.Tensor4D {
  return tf.engine().runKernel(kernelName, { x, filter }, { strides });
}
