import type { Chain } from "../../lib/models";
import { tf } from "../../lib/tensorflow";
import { sparseSoftmaxCrossEntropy } from "../../lib/tensorflow/ops";

/** A model's mean loss in training, the logits, which are kept, and the gradients of its trainable weights, in their order. */
export function lossAndGradients(
  { apply, trainableWeights }: Pick<Chain, "apply" | "trainableWeights">,
  inputs: tf.Tensor,
  labels: tf.Tensor,
) {
  let logits: tf.Tensor2D | undefined;
  const variables = trainableWeights.map(({ variable }) => variable);
  const { value: loss, grads } = tf.variableGrads(() => {
    logits = tf.keep(apply(inputs, { training: true }));
    return sparseSoftmaxCrossEntropy(logits, labels as tf.Tensor1D).mean<tf.Scalar>();
  }, variables);
  return { loss, logits: logits!, gradients: variables.map(({ name }) => grads[name]) };
}
