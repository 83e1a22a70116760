import { tf } from "../backend";
import { nativeOp, type AttributeValue } from "../native-op";

export interface Conv2DOptions {
  /** Step in both directions. Default 1. */
  strides?: number;
  /** Rows and columns of zeros on each of the four sides. Default 0, which Keras calls `valid`. */
  padding?: number;
}

const kernelName = "WorkbookConv2D";

function attributesOf(options: tf.NamedAttrMap): Record<string, AttributeValue> {
  const strides = options.strides as number;
  return {
    T: { type: "float32" },
    strides: [1, strides, strides, 1],
    data_format: { string: "NHWC" },
    padding: { string: options.padding as string },
  };
}

const sizes = (tensor: tf.Tensor) => tf.tensor1d(tensor.shape, "int32");

tf.registerKernel({
  kernelName,
  backendName: "tensorflow",
  kernelFunc: ({ inputs, attrs }) =>
    nativeOp("Conv2D", attributesOf(attrs as tf.NamedAttrMap), [inputs.x as tf.Tensor, inputs.filter as tf.Tensor])[0],
});

// Registered as TensorFlow.js registers its own gradients, not by customGrad: so the gradient of the images, which nobody
// asks for, is not computed.
tf.registerGradient({
  kernelName,
  inputsToSave: ["x", "filter"],
  gradFunc: (dy, [x, filter], attrs) => ({
    x: () => nativeOp("Conv2DBackpropInput", attributesOf(attrs), [sizes(x), filter, dy as tf.Tensor])[0],
    filter: () => nativeOp("Conv2DBackpropFilter", attributesOf(attrs), [x, sizes(filter), dy as tf.Tensor])[0],
  }),
});

/**
 * Convolution with the same number of zeros on all four sides: Keras's ZeroPadding2D and a `valid` Conv2D.
 *
 * Where TensorFlow's own `SAME` pads alike, it does so inside the op, and no padded copy is kept for the gradient. The
 * op's `EXPLICIT` padding would do so everywhere, but its bfloat16 gradients are ten times slower on a CPU.
 * @param x shape [n, height, width, channels].
 * @param filter shape [height, width, channels, filters].
 * @returns shape [n, floor((height + 2 padding - filter height) / strides) + 1, ..., filters].
 */
export function conv2d(x: tf.Tensor4D, filter: tf.Tensor4D, options: Conv2DOptions = {}): tf.Tensor4D {
  const { strides = 1, padding = 0 } = options;
  const [height, width] = filter.shape;
  const same = strides === 1 && height === 2 * padding + 1 && width === height;
  const sides: [number, number] = [padding, padding];
  const input = padding === 0 || same ? x : tf.pad(x, [[0, 0], sides, sides, [0, 0]]);
  return tf.engine().runKernel(kernelName, { x: input, filter }, { strides, padding: same ? "SAME" : "VALID" });
}
