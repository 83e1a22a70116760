import { tf } from "../backend";
import { nativeOp } from "../native-op";

/**
 * Cross-entropy of softmax(logits) and class numbers, one value for each example, like Keras's
 * SparseCategoricalCrossentropy(from_logits=True) before its mean. The op computes the gradient along with the loss.
 * @param logits shape [n, classes].
 * @param labels shape [n], int32, each from 0 to classes - 1. Eagerly, TensorFlow throws an error that names a label outside.
 * @returns shape [n], natural logarithm.
 */
export function sparseSoftmaxCrossEntropy(logits: tf.Tensor2D, labels: tf.Tensor1D): tf.Tensor1D {
  if (labels.dtype !== "int32") throw new Error(`Labels are ${labels.dtype}, but must be int32: labels.toInt().`);
  const differentiable = tf.customGrad<tf.Tensor1D>((_logits, save) => {
    const [loss, gradient] = nativeOp(
      "SparseSoftmaxCrossEntropyWithLogits",
      { T: { type: "float32" }, Tlabels: { type: "int32" } },
      [logits, labels],
      2,
    );
    (save as tf.GradSaveFunc)([gradient]); // customGrad passes it after the inputs, which its type cannot say
    return { value: loss as tf.Tensor1D, gradFunc: (dy, [saved]) => tf.mul(saved, tf.expandDims(dy, 1)) };
  });
  return differentiable(logits);
}
