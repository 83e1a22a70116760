import type { tf } from "../backend";
import { nativeOp } from "../native-op";
import { withGradient } from "../own-gradient";

/**
 * The product of two matrices by TensorFlow's `MatMul`, to which Grappler adds the bias behind it, and what the sum is added to, in the
 * same op. TensorFlow.js's own product is TensorFlow's `BatchMatMulV2`, from which Grappler keeps away.
 * @param a shape [n, inner].
 * @param b shape [inner, m].
 */
export function matMul(a: tf.Tensor2D, b: tf.Tensor2D): tf.Tensor2D {
  return withGradient([a, b], () => ({
    value: product(a, b),
    keeps: [a, b],
    gradient: (dy, [keptA, keptB]) => [product(dy, keptB, { b: true }), product(keptA, dy, { a: true })],
  }));
}

/** The product of two matrices, without a gradient. @param transpose Which of them to transpose. */
export function product(a: tf.Tensor, b: tf.Tensor, transpose: { a?: boolean; b?: boolean } = {}): tf.Tensor {
  const attributes = { transpose_a: transpose.a ?? false, transpose_b: transpose.b ?? false };
  return nativeOp("MatMul", { T: { type: "float32" }, ...attributes }, [a, b])[0];
}
