import type { tf } from "../../backend";

/** What a convolution is besides its tensors. */
export interface ConvolutionAttributes {
  /** Step in both directions. */
  strides: number;
  padding: "SAME" | "VALID";
}

/** One way to compute a convolution and its two gradients; all of them give the same numbers, up to rounding. */
export interface ConvolutionAlgorithm {
  /** @returns shape [n, height, width, filters]. */
  forward(x: tf.Tensor, filter: tf.Tensor, attributes: ConvolutionAttributes): tf.Tensor;
  /** The gradient by the images, of the shape of `x`. */
  imageGradient(dy: tf.Tensor, x: tf.Tensor, filter: tf.Tensor, attributes: ConvolutionAttributes): tf.Tensor;
  /** The gradient by the filter, of its shape. */
  filterGradient(dy: tf.Tensor, x: tf.Tensor, filter: tf.Tensor, attributes: ConvolutionAttributes): tf.Tensor;
}
