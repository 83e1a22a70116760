import type { tf } from "../../backend";

/** How to normalise. */
export interface NormalizeOptions {
  /** Is added to the variance; cuDNN accepts no less than 1.001e-5. */
  epsilon: number;
  /** Whether the result goes through a ReLU. Default false. */
  relu?: boolean;
}

/** The results of `batchNormTraining`. */
export interface Normalized {
  /** The normalised input, after the ReLU if there is one; same shape. */
  y: tf.Tensor4D;
  /** The batch's mean of each channel; no gradient flows through it. */
  mean: tf.Tensor1D;
  /** The batch's population variance (divided by n, not n - 1) of each channel; no gradient flows through it. */
  variance: tf.Tensor1D;
}

/** The results of `addBatchNormTraining`. */
export interface NormalizedSum extends Normalized {
  /** shortcut + residual + bias, before normalisation. */
  sum: tf.Tensor4D;
}
