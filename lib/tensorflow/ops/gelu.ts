import { tf } from "../backend";
import { nativeOp } from "../native-op";
import { biasAdd } from "./bias-add";
import { hasOwnKernels } from "./own-kernels";

const attributes = { T: { type: "float32" } } as const;

/**
 * z Φ(z) of z = x + bias, where Φ is the normal distribution (D. Hendrycks, K. Gimpel, Gaussian Error Linear Units, 2016), without the
 * approximation by tanh: PyTorch's default. The gradient is Φ(z) + z φ(z).
 * @param x shape [..., channels].
 * @param bias shape [channels].
 */
export function biasGelu<T extends tf.Tensor>(x: T, bias: tf.Tensor1D): T {
  if (!hasOwnKernels()) return gelu(biasAdd(x, bias));
  const differentiable = tf.customGrad<T>((_x, _bias, save) => {
    (save as tf.GradSaveFunc)([x, bias]); // customGrad passes it after the inputs, which its type cannot say
    return {
      value: nativeOp("WorkbookBiasGelu", attributes, [x, bias])[0] as T, // the op keeps the shape
      gradFunc: (dy, saved) => nativeOp("WorkbookBiasGeluGrad", attributes, [dy, ...saved], 2),
    };
  });
  return differentiable(x, bias);
}

/** {@link biasGelu} without a bias, by TensorFlow's own ops. */
export function gelu<T extends tf.Tensor>(x: T): T {
  const differentiable = tf.customGrad<T>((_x, save) => {
    const below = tf.mul(tf.add(tf.erf(tf.mul(x, Math.SQRT1_2)), 1), 0.5);
    (save as tf.GradSaveFunc)([x, below]); // customGrad passes it after the inputs, which its type cannot say
    return {
      value: tf.mul(x, below),
      gradFunc: (dy, [savedX, savedBelow]) => {
        const density = tf.mul(tf.exp(tf.mul(tf.square(savedX), -0.5)), 1 / Math.sqrt(2 * Math.PI));
        return tf.mul(dy, tf.add(savedBelow, tf.mul(savedX, density)));
      },
    };
  });
  return differentiable(x);
}
