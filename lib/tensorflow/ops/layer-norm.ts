import { tf } from "../backend";
import { nativeOp, shapeTensor } from "../native-op";

const float32 = { T: { type: "float32" } } as const;

/**
 * Layer normalization over the last dimension (J. Ba et al., 2016): (x - mean) / √(variance + ε) · gain + bias. For the gradient it keeps
 * the normalised values and one number for each row, and TensorFlow.js's own chain of ops would keep five tensors of x's size.
 * @param x shape [..., width].
 * @param gain shape [width].
 * @param bias shape [width].
 * @param epsilon Default 1e-5, as GPT-2 and PyTorch have it.
 */
export function layerNorm<T extends tf.Tensor>(x: T, gain: tf.Tensor1D, bias: tf.Tensor1D, epsilon = 1e-5): T {
  const differentiable = tf.customGrad<T>((...given) => {
    const save = given.at(-1) as tf.GradSaveFunc; // customGrad passes it after the inputs, which its type cannot say
    const centred = tf.sub(x, rowMean(x));
    const scale = tf.rsqrt(tf.add(rowMean(tf.square(centred)), epsilon));
    const normal = tf.mul(centred, scale);
    save([normal, scale, gain]);
    return {
      value: tf.add<T>(tf.mul(normal, gain), bias),
      gradFunc: (dy, [savedNormal, savedScale, savedGain]) => {
        const scaled = tf.mul(dy, savedGain);
        const along = tf.mul(savedNormal, rowMean(tf.mul(scaled, savedNormal)));
        const dx = tf.mul(tf.sub(tf.sub(scaled, rowMean(scaled)), along), savedScale);
        return [dx, columnSum(tf.mul(dy, savedNormal)), columnSum(dy)];
      },
    };
  });
  return differentiable(x, gain, bias);
}

/** The mean over the last dimension, which stays. */
const rowMean = (x: tf.Tensor): tf.Tensor =>
  nativeOp("Mean", { ...float32, Tidx: { type: "int32" }, keep_dims: true }, [x, shapeTensor([x.rank - 1])])[0];

/** The sum over all dimensions but the last. */
const columnSum = (x: tf.Tensor): tf.Tensor =>
  nativeOp("BiasAddGrad", { ...float32, data_format: { string: "NHWC" } }, [x.reshape([-1, x.shape[x.rank - 1]])])[0];
