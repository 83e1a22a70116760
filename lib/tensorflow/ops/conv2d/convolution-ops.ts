import { nativeOp, shapeTensor, type AttributeValue } from "../../native-op";
import type { ConvolutionAlgorithm, ConvolutionAttributes } from "./algorithm";

const attributesOf = ({ strides, padding }: ConvolutionAttributes): Record<string, AttributeValue> => ({
  T: { type: "float32" },
  strides: [1, strides, strides, 1],
  data_format: { string: "NHWC" },
  padding: { string: padding },
});

/** TensorFlow's three convolution ops: oneDNN on CPUs, cuDNN on GPUs. */
export const convolutionOps: ConvolutionAlgorithm = {
  forward: (x, filter, attributes) => nativeOp("Conv2D", attributesOf(attributes), [x, filter])[0],
  imageGradient: (dy, x, filter, attributes) =>
    nativeOp("Conv2DBackpropInput", attributesOf(attributes), [shapeTensor(x.shape), filter, dy])[0],
  filterGradient: (dy, x, filter, attributes) =>
    nativeOp("Conv2DBackpropFilter", attributesOf(attributes), [x, shapeTensor(filter.shape), dy])[0],
};
