import type { Chain } from "../models";
import { statisticsOf } from "../models/chain";
import { allReduce, type Share } from "../strategy";
import { tf } from "../tensorflow";
import { sparseSoftmaxCrossEntropy } from "../tensorflow/ops";
import type { Accumulation } from "./accumulation";
import { backward, countCorrect, type Decoder, type StepParts } from "./backward";
import type { BoundOptimizer } from "./optimizer";

/** The inputs of an update, the same on all replicas. */
export type UpdateInputs = {
  /** The learning rate, a scalar. */
  rate: tf.Scalar;
  /** Labels of the update: of all its batches, on all replicas. An image has one label, a row of text one for each token. */
  labels: tf.Scalar;
  /** 1 where this process was asked to end, else 0. */
  stop: tf.Scalar;
};

/** The results of an update, added up over all replicas. */
export type UpdateResult = {
  /** Shape [batches, 2]: for each batch of the update, its part of the mean loss and the labels classified correctly. */
  results: tf.Tensor2D;
  /** More than 0 when a process was asked to end. */
  stop: tf.Scalar;
};

/**
 * The captured training step takes one batch, updates the weights, and returns the loss and how many labels are right. Every replica
 * does this with its share of the batch:
 *
 *     inputs, labels = decode(share)                   images are resized and scaled on the device
 *     logits = model(inputs)                           the forward pass; moving statistics are updated
 *     loss = sum(cross-entropy(logits, labels)) / n    its part of the mean over the n labels of the update
 *     gradients = d loss / d weights                   the backward pass
 *     gradients = gradients + accumulated ones         only where an update has several batches
 *     gradients = all-reduce(gradients)                added up over the replicas, while the backward pass goes on
 *     gradients = gradients / loss scale               only in float16
 *     weights = weights - rate x gradients             the optimizer: the same update on every replica
 *
 * The moving statistics are averaged over the replicas. A replica without images adds gradients of zero, and its moving
 * statistics stay as they are.
 */
export function trainingStep(parts: StepParts, feed: Decoder, optimizer: BoundOptimizer, accumulation?: Accumulation) {
  const { model, strategy, precision, xla, lossScale } = parts;
  const step = (share: Share, batch: tf.Tensor[], { rate, labels, stop }: UpdateInputs): UpdateResult =>
    tf.tidy(() => {
      const computed = backward(parts, feed, share, batch, labels);
      const { gradients, results } = accumulation ? accumulation.take(computed) : computed;
      const summed = allReduce(gradients, strategy.communication);
      const { gradients: usable, isFinite } = lossScale?.unscaled(summed) ?? { gradients: summed };
      optimizer.update(usable, rate, isFinite);
      return withStatistics(model, strategy.replicas, { results, stop });
    });
  return strategy.capture(step, { name: "training_step", precision, xla });
}

/**
 * Adds up an update's results over the replicas, and averages BatchNorm's moving statistics, which each replica updates from
 * its own images. One all-reduce is enough for both, because they are small.
 */
function withStatistics(
  model: Pick<Chain, "weights">,
  replicas: number,
  { results, stop }: UpdateResult,
): UpdateResult {
  const statistics = statisticsOf(model);
  const [allResults, anyStop, ...sums] = allReduce<tf.Tensor>([results, stop, ...statistics]);
  if (replicas > 1) {
    statistics.forEach((variable, index) => variable.assign(tf.div(sums[index], replicas)));
  }
  return { results: allResults as tf.Tensor2D, stop: anyStop as tf.Scalar };
}

/** The results of an evaluation step, added up over all replicas. */
export type EvaluationResult = {
  /** The sum over the batch's labels. */
  loss: tf.Scalar;
  correct: tf.Scalar;
  /** More than 0 when a process was asked to end. */
  stop: tf.Scalar;
};

/** The captured evaluation step, which uses moving statistics instead of the batch's and updates nothing. */
export function evaluationStep({ model, strategy, precision, xla }: StepParts, feed: Decoder) {
  const step = ({ images: count }: Share, batch: tf.Tensor[], stopHere: tf.Scalar): EvaluationResult =>
    tf.tidy(() => {
      const computed = count > 0 ? evaluated(model, feed, batch) : [tf.scalar(0), tf.scalar(0)];
      const [loss, correct, stop] = allReduce([...computed, stopHere]);
      return { loss, correct, stop };
    });
  return strategy.capture(step, { name: "evaluation_step", precision, xla });
}

function evaluated(model: Chain, feed: Decoder, batch: tf.Tensor[]): [loss: tf.Scalar, correct: tf.Scalar] {
  const { inputs, labels } = feed.decode(batch);
  const logits = model.apply(inputs, { training: false });
  return [tf.sum<tf.Scalar>(sparseSoftmaxCrossEntropy(logits, labels)), countCorrect(logits, labels)];
}
