import { tf } from "../backend";
import { nativeOp, type AttributeValue } from "../native-op";

/** The results of {@link batchNormTraining}. */
interface BatchNormTraining {
  /** The normalised input, same shape. */
  y: tf.Tensor4D;
  /** The batch's mean of each channel; no gradient flows through it. */
  mean: tf.Tensor1D;
  /** The batch's population variance (divided by n, not n - 1) of each channel; no gradient flows through it. */
  variance: tf.Tensor1D;
}

const attributes = (epsilon: number, training: boolean): Record<string, AttributeValue> => ({
  T: { type: "float32" },
  U: { type: "float32" },
  epsilon: { float: epsilon },
  data_format: { string: "NHWC" },
  is_training: training,
});

/**
 * Batch normalisation with the batch's own statistics: TensorFlow's `FusedBatchNormV3` and its gradient op.
 * @param x shape [n, height, width, channels].
 * @param gamma scale, shape [channels].
 * @param beta offset, shape [channels].
 * @param epsilon is added to the variance; cuDNN accepts no less than 1.001e-5.
 * @param bias a bias that has not been added to `x` yet, shape [channels]. Normalisation would cancel it, so it is added to
 * the returned mean alone and its gradient is zero, which saves two passes over the images.
 */
export function batchNormTraining(
  x: tf.Tensor4D,
  gamma: tf.Tensor1D,
  beta: tf.Tensor1D,
  epsilon: number,
  bias?: tf.Tensor1D,
): BatchNormTraining {
  const forward = { ...attributes(epsilon, true), exponential_avg_factor: { float: 1 } };
  // Outside of customGrad, whose function may return only one tensor: mean and variance would not outlive its scope.
  const none = tf.tensor1d([], "float32");
  const [y, mean, sampleVariance, ...reserved] = nativeOp("FusedBatchNormV3", forward, [x, gamma, beta, none, none], 6);
  const inputs = bias ? [x, gamma, beta, bias] : [x, gamma, beta];
  const differentiable = tf.customGrad<tf.Tensor4D>((...args) => {
    const save = args[inputs.length] as unknown as tf.GradSaveFunc; // after the inputs, which customGrad's type cannot say
    save([x, gamma, ...reserved]);
    return {
      value: y as tf.Tensor4D,
      gradFunc: (dy, [savedX, savedGamma, ...rest]) => {
        const saved = [dy, savedX, savedGamma, ...rest];
        const gradients = nativeOp("FusedBatchNormGradV3", attributes(epsilon, true), saved, 5).slice(0, 3);
        return bias ? [...gradients, tf.zeros(bias.shape)] : gradients;
      },
    };
  });
  // The op divides by n - 1 (or by 1 if n is 1, where the variance is 0); Keras's moving average takes the population variance.
  const count = x.size / x.shape[3];
  const variance = tf.mul(sampleVariance, (count - 1) / count);
  return {
    y: differentiable(...inputs),
    mean: (bias ? tf.add(mean, bias) : mean) as tf.Tensor1D,
    variance: variance as tf.Tensor1D,
  };
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
  const differentiable = tf.customGrad<tf.Tensor4D>((_x, _gamma, _beta, save) => {
    const [y, , , , , reserved] = nativeOp(
      "FusedBatchNormV3",
      attributes(epsilon, false),
      [x, gamma, beta, mean, variance],
      6,
    );
    // The gradient op takes the statistics themselves: the outputs that the op reserves for them are not set on every device.
    (save as tf.GradSaveFunc)([x, gamma, mean, variance, reserved]);
    return {
      value: y as tf.Tensor4D,
      gradFunc: (dy, [savedX, savedGamma, ...rest]) =>
        nativeOp("FusedBatchNormGradV3", attributes(epsilon, false), [dy, savedX, savedGamma, ...rest], 5).slice(0, 3),
    };
  });
  return differentiable(x, gamma, beta);
}
