import type { Model } from "../models";
import { allReduce, type Share, type Strategy } from "../strategy";
import { tf } from "../tensorflow";
import { sparseSoftmaxCrossEntropy } from "../tensorflow/ops";
import type { BoundOptimizer } from "./optimizer";

/** What makes images and labels of a feed's tensors; it runs inside the captured step. */
export interface Decoder {
  decode(tensors: tf.Tensor[]): { images: tf.Tensor4D; labels: tf.Tensor1D };
}

/** What a step says of its batch: on each replica the part of its share, from the captured step the whole. */
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
 * The training step, captured: one batch in, the weights updated, its loss and hits out. Every replica does this with
 * its share of the batch:
 *
 *     images, labels = decode(share)                   resized and scaled on the device
 *     logits = model(images)                           the forward pass; moving statistics are updated
 *     loss = sum(cross-entropy(logits, labels)) / n    its part of the mean over the global batch of n images
 *     gradients = d loss / d weights                   the backward pass
 *     gradients = all-reduce(gradients)                added up over the replicas, while the backward pass goes on
 *     weights = weights - rate x gradients             the optimizer: the same update on every replica
 *
 * The moving statistics are averaged over the replicas. A replica without images adds gradients of zero, and its moving
 * statistics stay as they are.
 */
export function trainingStep({ model, strategy, precision }: StepParts, feed: Decoder, optimizer: BoundOptimizer) {
  const step = (share: Share, batch: tf.Tensor[], rate: tf.Scalar): StepResult =>
    tf.tidy(() => {
      const { loss, correct, gradients } = share.images > 0 ? backward(model, feed, share, batch) : nothing(model);
      optimizer.update(allReduce(gradients), rate);
      averageStatistics(model, strategy.replicas);
      return { loss, correct };
    });
  return strategy.capture(step, { name: "training_step", precision });
}

function backward(model: Model, feed: Decoder, { globalImages }: Share, batch: tf.Tensor[]) {
  const { images, labels } = feed.decode(batch);
  let logits: tf.Tensor2D | undefined;
  const variables = model.trainableWeights.map(({ variable }) => variable);
  const { value: loss, grads } = tf.variableGrads(() => {
    logits = tf.keep(model.apply(images, { training: true }));
    return tf.div<tf.Scalar>(tf.sum(sparseSoftmaxCrossEntropy(logits, labels)), globalImages);
  }, variables);
  const correct = countCorrect(logits!, labels);
  logits!.dispose();
  return { loss, correct, gradients: inOrder(model, grads) };
}

function nothing(model: Model) {
  const gradients = model.trainableWeights.map(({ variable }) => tf.zeros(variable.shape));
  return { loss: tf.scalar(0), correct: tf.scalar(0, "int32"), gradients };
}

/** Each replica has moved them by its own images' statistics. */
function averageStatistics({ weights, trainableWeights }: Model, replicas: number): void {
  if (replicas === 1) return;
  const statistics = weights.filter((weight) => !trainableWeights.includes(weight)).map(({ variable }) => variable);
  const sums = allReduce(statistics);
  statistics.forEach((variable, index) => {
    variable.assign(tf.div(sums[index], replicas));
  });
}

/** The evaluation step, captured: moving statistics instead of the batch's, and nothing is updated. */
export function evaluationStep({ model, strategy, precision }: StepParts, feed: Decoder) {
  const step = ({ images: count }: Share, batch: tf.Tensor[]): StepResult =>
    tf.tidy(() => {
      if (count === 0) return { loss: tf.scalar(0), correct: tf.scalar(0, "int32") };
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
