import type { tf } from "../../backend";

/** The attributes of a convolution. */
export interface ConvolutionAttributes {
  /** Step in both directions. */
  strides: number;
  padding: "SAME" | "VALID";
}

/** One way to compute a convolution and its two gradients; all ways give the same numbers, up to rounding. */
export interface ConvolutionAlgorithm {
  /** @returns shape [n, height, width, filters]. */
  forward(x: tf.Tensor, filter: tf.Tensor, attributes: ConvolutionAttributes): tf.Tensor;
  /** The gradient with respect to the images, of the shape of `x`. */
  imageGradient(dy: tf.Tensor, x: tf.Tensor, filter: tf.Tensor, attributes: ConvolutionAttributes): tf.Tensor;
  /** The gradient with respect to the filter, of its shape. */
  filterGradient(dy: tf.Tensor, x: tf.Tensor, filter: tf.Tensor, attributes: ConvolutionAttributes): tf.Tensor;
}
