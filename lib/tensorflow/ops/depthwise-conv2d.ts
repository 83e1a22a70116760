import { tf } from "../backend";
import { onGpu } from "../devices";
import { nativeOp, shapeTensor, type AttributeValue } from "../native-op";

const kernelName = "WorkbookDepthwiseConv2D";

type Dtype = "float32" | "float64";

const attributesOf = (strides: number, dtype: Dtype = "float32"): Record<string, AttributeValue> => ({
  T: { type: dtype },
  strides: [1, strides, strides, 1],
  data_format: { string: "NHWC" },
  padding: { string: "SAME" },
});

function forward(x: tf.Tensor, filter: tf.Tensor, strides: number): tf.Tensor {
  return nativeOp("DepthwiseConv2dNative", attributesOf(strides), [x, filter])[0];
}

/** The gradient with respect to the images. */
function imageGradient(dy: tf.Tensor, x: tf.Tensor, filter: tf.Tensor, strides: number): tf.Tensor {
  const isOdd = filter.shape[0] % 2 === 1 && filter.shape[1]! % 2 === 1;
  if (strides === 1 && isOdd && !onGpu()) {
    // The forward op with the filter reversed. On CPUs it is as fast in float32 and twenty times as fast in bfloat16.
    const reversed = nativeOp("ReverseV2", { T: { type: "float32" }, Tidx: { type: "int32" } }, [
      filter,
      tf.tensor1d([0, 1], "int32"),
    ])[0];
    return forward(dy, reversed, 1);
  }
  return nativeOp("DepthwiseConv2dNativeBackpropInput", attributesOf(strides), [shapeTensor(x.shape), filter, dy])[0];
}

/** The gradient with respect to the filter. */
function filterGradient(dy: tf.Tensor, x: tf.Tensor, filter: tf.Tensor, strides: number): tf.Tensor {
  const gradient = (images: tf.Tensor, output: tf.Tensor, dtype: Dtype): tf.Tensor => {
    const inputs = [images, shapeTensor(filter.shape), output];
    return nativeOp("DepthwiseConv2dNativeBackpropFilter", attributesOf(strides, dtype), inputs)[0];
  };
  if (!hasFewRows(dy, filter)) return gradient(x, dy, "float32");
  const [images, output] = [x, dy].map((tensor) => cast(tensor, "float32", "float64"));
  return cast(gradient(images, output, "float64"), "float64", "float32");
}

/**
 * Whether TensorFlow's own kernel, which CPUs use in float64, is faster than oneDNN's, which they use in float32: it is up to
 * eight times as fast where pixels are few and channels many. Measured for 2 to 32 images of 64x64 and 128x128 pixels.
 */
function hasFewRows(dy: tf.Tensor, filter: tf.Tensor): boolean {
  const rows = dy.size / dy.shape[3]!;
  return !onGpu() && rows <= (filter.shape[0] > 3 ? 1024 : 128);
}

function cast(tensor: tf.Tensor, from: Dtype, to: Dtype): tf.Tensor {
  return nativeOp("Cast", { SrcT: { type: from }, DstT: { type: to } }, [tensor])[0];
}

tf.registerKernel({
  kernelName,
  backendName: "tensorflow",
  kernelFunc: ({ inputs: { x, filter }, attrs }) =>
    forward(x as tf.Tensor, filter as tf.Tensor, (attrs as unknown as { strides: number }).strides), // see depthwiseConv2d()
});

tf.registerGradient({
  kernelName,
  inputsToSave: ["x", "filter"],
  gradFunc: (dy, [x, filter], attrs) => {
    const { strides } = attrs as unknown as { strides: number }; // see depthwiseConv2d()
    return {
      x: () => imageGradient(dy as tf.Tensor, x, filter, strides),
      filter: () => filterGradient(dy as tf.Tensor, x, filter, strides),
    };
  },
});

/**
 * Convolution of each channel by itself, padded with zeros like TensorFlow's `SAME`: equally many rows and columns before
 * and after, or one more after.
 * @param x shape [n, height, width, channels].
 * @param filter shape [height, width, channels, 1].
 * @param strides step in both directions; default 1.
 * @returns shape [n, ceil(height / strides), ceil(width / strides), channels].
 */
export function depthwiseConv2d(x: tf.Tensor4D, filter: tf.Tensor4D, strides = 1): tf.Tensor4D {
  return tf.engine().runKernel(kernelName, { x, filter }, { strides });
}
