import { tf } from "../backend";
import { inFloat32 } from "../capture/mixed-precision";
import { nativeOp, shapeTensor } from "../native-op";
import { withGradient, type WithGradient } from "../own-gradient";
import { activeRecording } from "../capture/recording";
import { attributes as batchNormAttributes } from "./batch-norm/tensorflow-kernels";
import { columnSum } from "./bias-add";
import { hasOwnKernels } from "./own-kernels";

const float32 = { T: { type: "float32" } } as const;

/**
 * Layer normalization over the last dimension (J. Ba et al., 2016): (x - mean) / √(variance + ε) · gain + bias.
 * @param x shape [..., width].
 * @param gain shape [width].
 * @param bias shape [width].
 * @param epsilon Default 1e-5, as GPT-2 and PyTorch have it.
 */
export function layerNorm<T extends tf.Tensor>(x: T, gain: tf.Tensor1D, bias: tf.Tensor1D, epsilon = 1e-5): T {
  const compute = hasOwnKernels() ? byOwnKernel : activeRecording()?.xla ? bySingleOps : byBatchNorm;
  return withGradient([x, gain, bias], () => compute(x, gain, bias, epsilon));
}

type Compute = (x: tf.Tensor, gain: tf.Tensor1D, bias: tf.Tensor1D, epsilon: number) => WithGradient;

/** Keeps x, which the network keeps anyway, and two numbers for each row. */
const byOwnKernel: Compute = (x, gain, bias, epsilon) => {
  const attributes = { ...float32, epsilon: { float: epsilon } };
  const [value, mean, scale] = nativeOp("WorkbookLayerNorm", attributes, [x, gain, bias], 3);
  const gradient = (dy: tf.Tensor, kept: tf.Tensor[]) => nativeOp("WorkbookLayerNormGrad", float32, [dy, ...kept], 3);
  return { value, keeps: [x, mean, scale, gain], gradient };
};

/**
 * By the op of batch normalization, to which each row is a channel, as Keras 2 has it: one pass over memory instead of seven. Its epsilon
 * may be any since cuDNN 7.5.
 */
const byBatchNorm: Compute = (input, gain, bias, epsilon) => {
  const x = inFloat32(input);
  const [rows, width] = [x.size / gain.size, gain.size];
  const asImage = (tensor: tf.Tensor): tf.Tensor => tensor.reshape([1, rows, width, 1]);
  const of = { ...batchNormAttributes(epsilon, true), data_format: { string: "NCHW" } };
  const [ones, zeros, none] = [tf.fill([rows], 1), tf.fill([rows], 0), tf.tensor1d([], "float32")];
  const forward = { ...of, exponential_avg_factor: { float: 1 } };
  const [image, , , ...reserved] = nativeOp("FusedBatchNormV3", forward, [asImage(x), ones, zeros, none, none], 6);
  const normal = image.reshape(x.shape);
  return {
    value: tf.add(tf.mul(normal, gain), bias),
    keeps: [x, normal, gain, ones, ...reserved],
    gradient(given, [keptX, keptNormal, keptGain, ...kept]) {
      const dy = inFloat32(given);
      const inputs = [asImage(tf.mul(dy, keptGain)), asImage(keptX), ...kept];
      const [dx] = nativeOp("FusedBatchNormGradV3", of, inputs, 5);
      return [dx.reshape(x.shape), columnSum(tf.mul(dy, keptNormal)), columnSum(dy)];
    },
  };
};

/** For XLA, which fuses these, and computes a variance in batch normalization as a difference of large numbers. */
const bySingleOps: Compute = (input, gain, bias, epsilon) => {
  const x = inFloat32(input);
  const centred = tf.sub(x, rowMean(x));
  const scale = tf.rsqrt(tf.add(rowMean(tf.square(centred)), epsilon));
  const normal = tf.mul(centred, scale);
  return {
    value: tf.add(tf.mul(normal, gain), bias),
    keeps: [normal, scale, gain],
    gradient(given, [keptNormal, keptScale, keptGain]) {
      const dy = inFloat32(given);
      const scaled = tf.mul(dy, keptGain);
      const along = tf.mul(keptNormal, rowMean(tf.mul(scaled, keptNormal)));
      const dx = tf.mul(tf.sub(tf.sub(scaled, rowMean(scaled)), along), keptScale);
      return [dx, columnSum(tf.mul(dy, keptNormal)), columnSum(dy)];
    },
  };
};

/** The mean over the last dimension, which stays. */
const rowMean = (x: tf.Tensor): tf.Tensor =>
  nativeOp("Mean", { ...float32, Tidx: { type: "int32" }, keep_dims: true }, [x, shapeTensor([x.rank - 1])])[0];
