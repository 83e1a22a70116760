import type { Chain } from "../models";
import { statisticsOf } from "../models/chain";
import type { Share, Strategy } from "../strategy";
import { tf, type Precision } from "../tensorflow";
import { sparseSoftmaxCrossEntropy } from "../tensorflow/ops";
import type { LossScale } from "./loss-scale";

/** Makes inputs (images, or tokens) and labels from a feed's tensors, inside the captured step. */
export interface Decoder {
  decode(tensors: tf.Tensor[]): { inputs: tf.Tensor; labels: tf.Tensor1D };
}

/** Images, which are scaled already, and their labels, as they are. */
export const asTheyAre: Decoder = { decode: ([inputs, labels]) => ({ inputs, labels: labels as tf.Tensor1D }) };

/** The parts of every captured step. */
export interface StepParts {
  model: Chain;
  strategy: Strategy;
  precision: Precision;
  /** Whether XLA compiles the steps. */
  xla?: boolean;
  /** With `mixed_float16`. */
  lossScale?: LossScale;
}

/** The results of one replica for its share of a batch. */
export interface Backward {
  /** One for each trainable weight, in their order. */
  gradients: tf.Tensor[];
  /** Shape [1, 2]: its part of the loss, and the labels classified correctly. */
  results: tf.Tensor2D;
}

/**
 * The forward and backward pass over one replica's share of a batch. With a loss scale, the gradients are those of the scaled
 * loss.
 * @param labels How many the loss is a mean over.
 */
export function backward(
  { model, lossScale }: StepParts,
  feed: Decoder,
  share: Share,
  batch: tf.Tensor[],
  labels: tf.Scalar,
): Backward {
  if (share.images === 0) return zeros(model);
  const decoded = feed.decode(batch);
  let kept: [logits: tf.Tensor2D, loss: tf.Scalar] | undefined;
  const variables = model.trainableWeights.map(({ variable }) => variable);
  const forward = (): tf.Tensor2D => model.apply(decoded.inputs, { training: true });
  const { grads } = tf.variableGrads(() => {
    const logits = lossScale?.keepingFinite(statisticsOf(model), forward) ?? forward();
    const loss = tf.div<tf.Scalar>(tf.sum(sparseSoftmaxCrossEntropy(logits, decoded.labels)), labels);
    kept = [tf.keep(logits), tf.keep(loss)];
    return lossScale?.scaled(loss) ?? loss;
  }, variables);
  const [logits, loss] = kept!; // the function has run
  const correct = countCorrect(logits, decoded.labels);
  const results = tf.stack([loss, correct]).reshape<tf.Tensor2D>([1, 2]);
  tf.dispose(kept!);
  return { gradients: inOrder(model, grads), results };
}

function zeros(model: Chain): Backward {
  const gradients = model.trainableWeights.map(({ variable }) => tf.fill(variable.shape, 0));
  return { gradients, results: tf.zeros([1, 2]) };
}

/**
 * How many labels were classified correctly, in float32 like all values that replicas add up. Classes are compared as float32, too,
 * which holds them exactly: on a GPU, TensorFlow compares int32 numbers on the host, and would wait for the forward pass.
 */
export function countCorrect(logits: tf.Tensor2D, labels: tf.Tensor1D): tf.Scalar {
  const classes = tf.argMax(logits, 1).cast("float32");
  return classes.equal(labels.cast("float32")).cast("float32").sum();
}

// tfjs returns gradients by its own names of the variables.
function inOrder(model: Chain, gradients: tf.NamedTensorMap): tf.Tensor[] {
  return model.trainableWeights.map(({ name, variable }) => {
    if (!(variable.name in gradients)) throw new Error(`The loss does not depend on the weight ${name}.`);
    return gradients[variable.name];
  });
}
