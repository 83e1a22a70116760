import { tf } from "../../backend";
import { nativeOp } from "../../native-op";
import { withGradient } from "../../own-gradient";
import { biasAdd } from "../bias-add";
import { hasOwnKernels } from "../own-kernels";
import * as fused from "./fused-kernels";
import type { Normalized, NormalizedSum, NormalizeOptions } from "./normalized";
import * as tensorflow from "./tensorflow-kernels";

/**
 * Batch normalisation with the batch's own statistics, and a ReLU after it if wanted.
 * @param x shape [n, height, width, channels].
 * @param gamma scale, shape [channels].
 * @param beta offset, shape [channels].
 * @param options How to normalise, and what belongs to it.
 * @param options.bias a bias that has not been added to `x` yet, shape [channels]. Normalisation would cancel it, so it is added
 * to the returned mean alone and its gradient is zero, which saves two passes over the images.
 * @param options.addend is added to `x` before, same shape. {@link addBatchNormTraining} returns the sum, too.
 */
export function batchNormTraining(
  x: tf.Tensor4D,
  gamma: tf.Tensor1D,
  beta: tf.Tensor1D,
  { bias, addend, ...options }: NormalizeOptions & { bias?: tf.Tensor1D; addend?: tf.Tensor4D },
): Normalized {
  const result = hasOwnKernels()
    ? fused.normalize(x, gamma, beta, { addend, ...options })
    : tensorflow.normalize(addend ? tf.add(x, addend) : x, gamma, beta, options);
  return bias ? { ...result, y: cancelled(result.y, bias), mean: tf.add(result.mean, bias) } : result;
}

/** `y`, which does not depend on the bias: the bias has a gradient of zero instead of none. */
function cancelled(y: tf.Tensor4D, bias: tf.Tensor1D): tf.Tensor4D {
  return withGradient([y, bias], () => ({ value: y.clone(), gradient: (dy) => [dy, tf.zeros(bias.shape)] }));
}

/**
 * Batch normalisation of a residual block's sum, with the batch's own statistics, and a ReLU after it if wanted. The sum is for
 * the next block's shortcut; it must be used, or else the gradient reads a tensor of zeros of its size.
 * @param inputs.shortcut shape [n, height, width, channels], as has `residual`.
 * @param inputs.bias is added to the sum, shape [channels], as have `gamma` (scale) and `beta` (offset).
 */
export function addBatchNormTraining(
  inputs: { shortcut: tf.Tensor4D; residual: tf.Tensor4D; bias: tf.Tensor1D; gamma: tf.Tensor1D; beta: tf.Tensor1D },
  options: NormalizeOptions,
): NormalizedSum {
  if (hasOwnKernels()) return fused.normalizeSum(inputs, options);
  const { shortcut, residual, bias, gamma, beta } = inputs;
  const sum: tf.Tensor4D = tf.add(shortcut, biasAdd(residual, bias));
  return { sum, ...tensorflow.normalize(sum, gamma, beta, options) };
}

/**
 * Batch normalisation with given statistics, as at inference. Gradients flow to x, gamma and beta, but not to the statistics.
 * @param x shape [n, height, width, channels].
 * @param gamma scale, shape [channels], as are `beta`, `mean` and `variance`.
 * @param epsilon is added to the variance.
 */
export function batchNormInference(
  x: tf.Tensor4D,
  gamma: tf.Tensor1D,
  beta: tf.Tensor1D,
  mean: tf.Tensor1D,
  variance: tf.Tensor1D,
  epsilon: number,
): tf.Tensor4D {
  const attributes = tensorflow.attributes(epsilon, false);
  return withGradient([x, gamma, beta], () => {
    const [value, , , , , reserved] = nativeOp("FusedBatchNormV3", attributes, [x, gamma, beta, mean, variance], 6);
    // The gradient op takes the statistics themselves: the outputs that the op reserves for them are not set on every device.
    const keeps = [x, gamma, mean, variance, reserved];
    const gradient = (dy: tf.Tensor, kept: tf.Tensor[]) =>
      nativeOp("FusedBatchNormGradV3", attributes, [dy, ...kept], 5).slice(0, 3);
    return { value, keeps, gradient };
  });
}
