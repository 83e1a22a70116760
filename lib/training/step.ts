import { statisticsOf } from "../models/chain";
import type { PlacedModel } from "../strategy";
import { allReduce, tf, together, type Precision } from "../tensorflow/engine";
import { backward, evaluated, type Decoder } from "./backward";
import type { TrainingState } from "./state";

/** How a step is captured. */
export interface StepOptions {
  feed: Decoder;
  precision: Precision;
  /** Whether XLA compiles the steps. */
  xla?: boolean;
}

/** The inputs of an update, the same on all devices. */
export type UpdateInputs = {
  /** The learning rate, a scalar. */
  rate: tf.Scalar;
  /** Labels of the update: of all its batches, on all devices. An image has one label, a row of text one for each token. */
  labels: tf.Scalar;
  /** 1 where this process was asked to end, else 0. */
  stop: tf.Scalar;
};

/** The results of an update, added up over all devices. */
export type UpdateResult = {
  /** Shape [batches, 2]: for each batch of the update, its part of the mean loss and the labels classified correctly. */
  results: tf.Tensor2D;
  /** More than 0 when a process was asked to end. */
  stop: tf.Scalar;
};

/**
 * The captured training step takes one batch, updates the weights, and returns the loss and how many labels are right. Every device
 * does this with its rows of the batch:
 *
 *     inputs, labels = decode(rows)                    images are resized and scaled on the device
 *     logits = model(inputs)                           the forward pass; moving statistics are updated
 *     loss = sum(cross-entropy(logits, labels)) / n    its part of the mean over the n labels of the update
 *     gradients = d loss / d weights                   the backward pass
 *     gradients = gradients + accumulated ones         only where an update has several batches
 *     gradients = reduce(gradients)                    added up over the devices, while the backward pass goes on
 *     gradients = gradients / loss scale               only in float16
 *     weights = weights - rate x gradients             the optimizer updates the weights, or this device's part of them
 *
 * The moving statistics are averaged over the devices. A device without rows adds gradients of zero, and its moving
 * statistics stay as they are.
 */
export function trainingStep(state: TrainingState, { feed, ...options }: StepOptions) {
  const { placed, kinds, lossScale } = state;
  const step = (kind: number, tensors: tf.Tensor[], { rate, labels, stop }: UpdateInputs): UpdateResult =>
    tf.tidy(() => {
      const { bound, accumulation } = kinds[kind];
      const computed = backward(placed, [kind, tensors], feed, { labels, lossScale, isAlone: !accumulation });
      const { gradients, areReduced, results } = accumulation?.take(computed) ?? computed;
      const reduced = areReduced ? gradients : placed.reduce(kind, gradients);
      const { gradients: usable, isFinite } = lossScale?.unscaled(reduced, state.normOf(kind)) ?? {
        gradients: reduced,
      };
      bound.update(usable, rate, isFinite);
      placed.update();
      return withStatistics(placed, { results, stop });
    });
  return placed.capture(step, { name: "training_step", ...options });
}

/**
 * Adds up an update's results over the devices, and averages BatchNorm's moving statistics, which each device updates from
 * its own images. One all-reduce is enough for both, because they are small.
 */
function withStatistics({ model, size }: PlacedModel, { results, stop }: UpdateResult): UpdateResult {
  const statistics = statisticsOf(model);
  const [allResults, anyStop, ...sums] = allReduce<tf.Tensor>([results, stop, ...statistics]);
  if (size > 1) {
    const [means] = together([sums], (sum) => [tf.div(sum, size)]);
    statistics.forEach((variable, index) => variable.assign(means[index]));
  }
  return { results: allResults as tf.Tensor2D, stop: anyStop as tf.Scalar };
}

/** The inputs of an accumulating step, the same on all devices. */
export type AccumulationInputs = {
  /** Labels of the update: of all its batches, on all devices. */
  labels: tf.Scalar;
  /** Shape [batches - 1, 1]: 1 at the batch's place in the update, else 0. */
  place: tf.Tensor2D;
};

/**
 * The captured step of a batch that does not end its update. It changes no weights, and sends only what its passes need. Its results
 * are those of the first device; the caller awaits them to wait for the step.
 */
export function accumulationStep({ placed, kinds, lossScale }: TrainingState, { feed, ...options }: StepOptions) {
  const step = (kind: number, tensors: tf.Tensor[], { labels, place }: AccumulationInputs): tf.Tensor2D =>
    tf.tidy(() => {
      const computed = backward(placed, [kind, tensors], feed, { labels, lossScale, isAlone: false });
      kinds[kind].accumulation!.add(computed, place); // the caller has made sure that updates have several batches
      return computed.results;
    });
  return placed.capture(step, { name: "accumulation_step", ...options });
}

/** The results of an evaluation step, added up over all devices. */
export type EvaluationResult = {
  /** The sum over the batch's labels. */
  loss: tf.Scalar;
  correct: tf.Scalar;
  /** More than 0 when a process was asked to end. */
  stop: tf.Scalar;
};

/** The captured evaluation step, which uses moving statistics instead of the batch's and updates nothing. */
export function evaluationStep(placed: PlacedModel, { feed, ...options }: StepOptions) {
  const step = (kind: number, tensors: tf.Tensor[], stopHere: tf.Scalar): EvaluationResult =>
    tf.tidy(() => {
      const [results, stop] = allReduce<tf.Tensor>([evaluated(placed, [kind, tensors], feed), stopHere]);
      const [loss, correct] = tf.unstack(results.flatten()) as tf.Scalar[];
      return { loss, correct, stop: stop as tf.Scalar };
    });
  return placed.capture(step, { name: "evaluation_step", ...options });
}
