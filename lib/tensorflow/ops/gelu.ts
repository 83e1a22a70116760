import { tf } from "../backend";

/**
 * x Φ(x), where Φ is the normal distribution (D. Hendrycks, K. Gimpel, Gaussian Error Linear Units, 2016), without the approximation by
 * tanh: PyTorch's default. The gradient is Φ(x) + x φ(x).
 */
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
