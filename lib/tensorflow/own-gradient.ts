import { tf } from "./backend";

/** A tensor, and how gradients go back from it. */
export interface WithGradient {
  value: tf.Tensor;
  /** What the gradient needs, and is kept until then. Default: nothing. */
  keeps?: readonly tf.Tensor[];
  /** @returns the gradients of all inputs, or that of the only one. */
  gradient(dy: tf.Tensor, kept: tf.Tensor[]): tf.Tensor | tf.Tensor[];
}

/**
 * Computes a tensor with a gradient of our own in the place of TensorFlow.js's.
 * @param inputs What has gradients.
 * @param compute Computes the tensor, whose kind is T, of them.
 */
export function withGradient<T extends tf.Tensor>(inputs: readonly tf.Tensor[], compute: () => WithGradient): T {
  const differentiable = tf.customGrad<T>((...given) => {
    const save = given.at(-1) as tf.GradSaveFunc; // customGrad passes it after the inputs, which its type cannot say
    const { value, keeps = [], gradient } = compute();
    save([...keeps]);
    return { value: value as T, gradFunc: (dy, kept) => gradient(dy, kept) };
  });
  return differentiable(...inputs);
}
