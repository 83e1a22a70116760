import { tf } from "../backend";
import { nativeOp } from "../native-op";
import { withGradient } from "../own-gradient";
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
  return withGradient([x, bias], () => ({
    value: nativeOp("WorkbookBiasGelu", attributes, [x, bias])[0],
    keeps: [x, bias],
    gradient: (dy, kept) => nativeOp("WorkbookBiasGeluGrad", attributes, [dy, ...kept], 2),
  }));
}

/** {@link biasGelu} without a bias, by TensorFlow's own ops. */
export function gelu<T extends tf.Tensor>(x: T): T {
  return withGradient([x], () => {
    const below = tf.mul(nativeOp("Erfc", attributes, [tf.mul(x, -Math.SQRT1_2)])[0], 0.5);
    const gradient = (dy: tf.Tensor, [keptX, keptBelow]: tf.Tensor[]) => {
      const density = tf.mul(tf.exp(tf.mul(tf.square(keptX), -0.5)), 1 / Math.sqrt(2 * Math.PI));
      return tf.mul(dy, tf.add(keptBelow, tf.mul(keptX, density)));
    };
    return { value: tf.mul(x, below), keeps: [x, below], gradient };
  });
}
