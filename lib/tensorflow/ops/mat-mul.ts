import { tf } from "../backend";
import { nativeOp } from "../native-op";

/**
 * The product of two matrices by TensorFlow's `MatMul`, to which Grappler adds the bias behind it, and what the sum is added to, in the
 * same op. TensorFlow.js's own product is TensorFlow's `BatchMatMulV2`, from which Grappler keeps away.
 * @param a shape [n, inner].
 * @param b shape [inner, m].
 */
export function matMul(a: tf.Tensor2D, b: tf.Tensor2D): tf.Tensor2D {
  const differentiable = tf.customGrad<tf.Tensor2D>((_a, _b, save) => {
    (save as tf.GradSaveFunc)([a, b]); // customGrad passes it after the inputs, which its type cannot say
    const gradFunc = (dy: tf.Tensor, [savedA, savedB]: tf.Tensor[]) => [
      product(dy, savedB, { b: true }),
      product(savedA, dy, { a: true }),
    ];
    return { value: product(a, b) as tf.Tensor2D, gradFunc };
  });
  return differentiable(a, b);
}

/** The product of two matrices, without a gradient. @param transpose Which of them to transpose. */
export function product(a: tf.Tensor, b: tf.Tensor, transpose: { a?: boolean; b?: boolean } = {}): tf.Tensor {
  const attributes = { transpose_a: transpose.a ?? false, transpose_b: transpose.b ?? false };
  return nativeOp("MatMul", { T: { type: "float32" }, ...attributes }, [a, b])[0];
}
