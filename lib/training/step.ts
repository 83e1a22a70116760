import type { Model } from "../models";
import type { Strategy } from "../strategy";
import { tf } from "../tensorflow";
import { sparseSoftmaxCrossEntropy } from "../tensorflow/ops";
import type { BoundOptimizer } from "./optimizer";

/** What makes images and labels of a feed's tensors; it runs inside the captured step. */
export interface Decoder {
  decode(tensors: tf.Tensor[]): { images: tf.Tensor4D; labels: tf.Tensor1D };
}

/** What a step says of its batch. */
export interface StepResult {
  /** Training: the mean loss over the global batch, before the update. Evaluation: the sum over the batch. */
  loss: tf.Scalar;
  /** Images classified rightly, int32. */
  correct: tf.Scalar;
}

/** What both steps are made of. */
export interface StepParts {
  model: Model;
  strategy: Strategy;
  precision: "float32" | "mixed";
}

/**
 * The training step, captured: one batch in, the weights updated, its loss and hits out.
 *
 *     images, labels = decode(batch)              resized and scaled on the device
 *     logits = model(images)                      the forward pass; moving statistics are updated
 *     loss = mean(cross-entropy(logits, labels))  over the global batch
 *     gradients = d loss / d weights              the backward pass
 *     weights = weights - rate x gradients        the optimizer
 */
export function trainingStep({ model, strategy, precision }: StepParts, feed: Decoder, optimizer: BoundOptimizer) {
  const variables = model.trainableWeights.map(({ variable }) => variable);
  const step = (rate: tf.Scalar, batch: tf.Tensor[]): StepResult =>
    tf.tidy(() => {
      const { images, labels } = feed.decode(batch);
      let logits: tf.Tensor2D | undefined;
      const { value: loss, grads } = tf.variableGrads(() => {
        logits = tf.keep(model.apply(images, { training: true }));
        return tf.mean<tf.Scalar>(sparseSoftmaxCrossEntropy(logits, labels));
      }, variables);
      optimizer.update(inOrder(model, grads), rate);
      const correct = countCorrect(logits!, labels);
      logits!.dispose();
      return { loss, correct };
    });
  return strategy.capture(step, { name: "training_step", precision });
}

/** The evaluation step, captured: moving statistics instead of the batch's, and nothing is updated. */
export function evaluationStep({ model, strategy, precision }: StepParts, feed: Decoder) {
  const step = (batch: tf.Tensor[]): StepResult =>
    tf.tidy(() => {
      const { images, labels } = feed.decode(batch);
      const logits = model.apply(images, { training: false });
      const loss = tf.sum<tf.Scalar>(sparseSoftmaxCrossEntropy(logits, labels));
      return { loss, correct: countCorrect(logits, labels) };
    });
  return strategy.capture(step, { name: "evaluation_step", precision });
}

function countCorrect(logits: tf.Tensor2D, labels: tf.Tensor1D): tf.Scalar {
  return tf.argMax(logits, 1).equal(labels).cast("int32").sum();
}

// tfjs returns gradients by the variables' own names.
function inOrder(model: Model, gradients: tf.NamedTensorMap): tf.Tensor[] {
  return model.trainableWeights.map(({ name, variable }) => {
    if (!(variable.name in gradients)) throw new Error(`The loss does not depend on the weight ${name}.`);
    return gradients[variable.name];
  });
}
