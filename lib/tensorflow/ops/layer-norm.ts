import { tf } from "../backend";
import { inFloat32 } from "../capture/mixed-precision";
import { nativeOp, shapeTensor } from "../native-op";
import { withGradient, type WithGradient } from "../own-gradient";
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
  const compute = hasOwnKernels() ? byOwnKernel : byTensorFlow;
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

/** Keeps the normalised values and one number for each row: TensorFlow.js's own gradients would keep five tensors of x's size. */
const byTensorFlow: Compute = (input, gain, bias, epsilon) => {
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
