import { isDeterministic, tf } from "../backend";
import { inFloat32 } from "../capture/mixed-precision";
import { onGpu } from "../devices";
import { nativeOp } from "../native-op";
import { withGradient } from "../own-gradient";

/**
 * Cross-entropy of softmax(logits) and class numbers, one value for each example, like Keras's
 * SparseCategoricalCrossentropy(from_logits=True) before its mean. The gradient is computed along with the loss.
 * @param logits shape [n, classes].
 * @param labels shape [n], int32, each from 0 to classes - 1. Eagerly, TensorFlow throws an error that names a label outside.
 * @returns shape [n], natural logarithm.
 */
export function sparseSoftmaxCrossEntropy(logits: tf.Tensor2D, labels: tf.Tensor1D): tf.Tensor1D {
  if (labels.dtype !== "int32") throw new Error(`Labels are ${labels.dtype}, but must be int32: labels.toInt().`);
  return withGradient([logits], () => {
    const [loss, slope] = onGpu() && isDeterministic() ? byOneHot(logits, labels) : bySparseOp(logits, labels);
    return { value: loss, keeps: [slope], gradient: (dy, [kept]) => tf.mul(kept, tf.expandDims(dy, 1)) };
  });
}

/** By the op that takes class numbers: the loss and its gradient. */
function bySparseOp(logits: tf.Tensor2D, labels: tf.Tensor1D): tf.Tensor[] {
  const types = { T: { type: "float32" }, Tlabels: { type: "int32" } } as const;
  return nativeOp("SparseSoftmaxCrossEntropyWithLogits", types, [logits, labels], 2);
}

/** The same by single ops, for GPUs where every run shall give the same bits: that op has no deterministic kernel there. */
function byOneHot(given: tf.Tensor2D, labels: tf.Tensor1D): tf.Tensor[] {
  const logits = inFloat32(given);
  const truth = tf.oneHot(labels, given.shape[1]).toFloat();
  const centred = tf.sub(logits, tf.max(logits, 1, true));
  const logarithm = tf.log(tf.sum(tf.exp(centred), 1, true));
  const probabilities = tf.exp(tf.sub(centred, logarithm));
  const own = tf.where(truth.toBool(), centred, 0); // a product would not be 0 where a logit is minus infinity
  const loss = tf.sub(logarithm.reshape([-1]), tf.sum(own, 1));
  return [loss, tf.sub(probabilities, truth)];
}
