import { tf } from "../../backend";
import { onGpu } from "../../devices";
import { zeroPad } from "../zero-pad";
import type { ConvolutionAlgorithm, ConvolutionAttributes } from "./algorithm";
import { convolutionOps } from "./convolution-ops";
import { matrixProduct, shiftedFilterGradient } from "./matrix-product";

interface Conv2DOptions {
  /** Step in both directions. Default 1. */
  strides?: number;
  /**
   * The number of rows and columns of zeros on each of the four sides; default 0, which Keras calls `valid`. `same` is
   * TensorFlow's `SAME`: the result has ceil(size / strides) rows and columns; of an odd number of zeros one more is after.
   */
  padding?: number | "same";
}

const kernelName = "WorkbookConv2D";

// On CPUs oneDNN's own gradient is as fast and needs less memory for images of more than 16x16 pixels, and up to 3 times as fast
// for filters with fewer weights than 128 x 128 at each position: their products are too narrow.
const SMALL_IMAGE = 256;
const MANY_CHANNELS = 128;

/** The fastest algorithm for these shapes on this device, as `npm run bench -- one-device` measured. */
function algorithm(x: tf.Tensor, filter: tf.Tensor, attributes: ConvolutionAttributes): ConvolutionAlgorithm {
  // cuDNN chooses well by itself, and matrix products would add transposes between its channels-first convolutions.
  if (attributes.strides !== 1 || onGpu()) return convolutionOps;
  if (filter.shape[0] === 1 && filter.shape[1] === 1) return matrixProduct;
  const pixels = x.shape[1]! * x.shape[2]!;
  const channels = Math.min(filter.shape[2]!, filter.shape[3]!);
  const narrow = pixels > SMALL_IMAGE || channels < MANY_CHANNELS;
  return attributes.padding === "SAME" && !narrow ? shiftedFilterGradient : convolutionOps;
}

// The attributes are what conv2d() gives.
const attributesOf = (attributes: unknown): ConvolutionAttributes => attributes as ConvolutionAttributes;

tf.registerKernel({
  kernelName,
  backendName: "tensorflow",
  kernelFunc: ({ inputs, attrs }) => {
    const [x, filter] = [inputs.x as tf.Tensor, inputs.filter as tf.Tensor];
    const attributes = attributesOf(attrs);
    return tf.tidy(() => algorithm(x, filter, attributes).forward(x, filter, attributes));
  },
});

// Registered like TensorFlow.js's own gradients and not by customGrad, so that the gradient with respect to the input images,
// which nobody uses, is not computed.
tf.registerGradient({
  kernelName,
  inputsToSave: ["x", "filter"],
  gradFunc: (dy, [x, filter], attrs) => {
    const attributes = attributesOf(attrs);
    const { imageGradient, filterGradient } = algorithm(x, filter, attributes);
    return {
      x: () => imageGradient(dy as tf.Tensor, x, filter, attributes),
      filter: () => filterGradient(dy as tf.Tensor, x, filter, attributes),
    };
  },
});

/**
 * Convolution, by default with equally many zeros on all four sides: Keras's ZeroPadding2D and a `valid` Conv2D.
 *
 * Where TensorFlow's `SAME` means the same padding, the op itself pads, and no padded copy is kept for the gradient. The op's
 * `EXPLICIT` padding would do so for any size, but its bfloat16 gradients are ten times slower on a CPU.
 * @param x shape [n, height, width, channels].
 * @param filter shape [height, width, channels, filters].
 * @returns shape [n, floor((height + 2 padding - filter height) / strides) + 1, ..., filters]; with `same`
 * [n, ceil(height / strides), ..., filters].
 */
export function conv2d(x: tf.Tensor4D, filter: tf.Tensor4D, options: Conv2DOptions = {}): tf.Tensor4D {
  const { strides = 1, padding = 0 } = options;
  const [height, width] = filter.shape;
  const run = (input: tf.Tensor, mode: ConvolutionAttributes["padding"]): tf.Tensor4D =>
    tf.engine().runKernel(kernelName, { x: input, filter }, { strides, padding: mode });
  if (padding === "same") return run(x, "SAME");
  if (strides === 1 && height === 2 * padding + 1 && width === height) return run(x, "SAME");
  return run(padding === 0 ? x : zeroPad(x, padding), "VALID");
}
