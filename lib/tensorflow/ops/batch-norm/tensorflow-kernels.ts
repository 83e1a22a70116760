import { tf } from "../../backend";
import { activeRecording } from "../../capture/recording";
import { nativeOp, type AttributeValue } from "../../native-op";
import { withGradient } from "../../own-gradient";
import { relu } from "../relu";
import type { Normalized, NormalizeOptions } from "./normalized";

/** The attributes of TensorFlow's `FusedBatchNormV3` and its gradient. */
export const attributes = (epsilon: number, training: boolean): Record<string, AttributeValue> => ({
  T: { type: "float32" },
  U: { type: "float32" },
  epsilon: { float: epsilon },
  data_format: { string: "NHWC" },
  is_training: training,
});

/** {@link batchNormTraining} by TensorFlow's `FusedBatchNormV3` and `Relu`: cuDNN's on GPUs, where Grappler makes one op of both. */
export function normalize(
  x: tf.Tensor4D,
  gamma: tf.Tensor1D,
  beta: tf.Tensor1D,
  options: NormalizeOptions,
): Normalized {
  const { epsilon } = options;
  const forward = { ...attributes(epsilon, true), exponential_avg_factor: { float: 1 } };
  // Outside of customGrad, whose function may return only one tensor: mean and variance would not outlive its scope.
  const none = tf.tensor1d([], "float32");
  const recording = activeRecording();
  const shift = recording?.xla && !recording.casts ? firstPixel(x) : undefined;
  const input = shift ? tf.sub(x, shift) : x;
  const [y, mean, sampleVariance, ...reserved] = nativeOp("FusedBatchNormV3", forward, [input, gamma, beta, none, none], 6); // prettier-ignore
  const normalized = withGradient<tf.Tensor4D>([x, gamma, beta], () => ({
    value: y,
    keeps: [input, gamma, ...reserved],
    gradient: (dy, kept) => nativeOp("FusedBatchNormGradV3", attributes(epsilon, true), [dy, ...kept], 5).slice(0, 3),
  }));
  // The op divides by n - 1 (or by 1 if n is 1, where the variance is 0); Keras's moving average takes the population variance.
  const count = x.size / x.shape[3];
  const variance = tf.mul<tf.Tensor1D>(sampleVariance, (count - 1) / count);
  const unshifted = (shift ? tf.add(mean, shift) : mean) as tf.Tensor1D;
  return { y: options.relu ? relu(normalized) : normalized, mean: unshifted, variance };
}

/**
 * Each channel's first value. XLA computes a variance as E[x^2] - E[x]^2, which cancels where the mean is large against the
 * deviation: at 100 times, the result is wrong by 1e-3, as much as in 16 bits anyway. Less this value, a channel's mean is about as
 * large as its deviation; the result does not change, and XLA subtracts while it reads.
 */
function firstPixel(x: tf.Tensor4D): tf.Tensor1D {
  return tf.reshape(tf.slice(x, [0, 0, 0, 0], [1, 1, 1, x.shape[3]]), [x.shape[3]]);
}
