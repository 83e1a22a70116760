import type { Model } from "../models";
import type { Share, Strategy } from "../strategy";
import { tf } from "../tensorflow";
import { sparseSoftmaxCrossEntropy } from "../tensorflow/ops";

/** Makes images and labels from a feed's tensors, inside the captured step. */
export interface Decoder {
  decode(tensors: tf.Tensor[]): { images: tf.Tensor4D; labels: tf.Tensor1D };
}

/** The parts of every captured step. */
export interface StepParts {
  model: Model;
  strategy: Strategy;
  precision: "float32" | "mixed";
}

/** The results of one replica for its share of a batch. */
export interface Backward {
  /** One for each trainable weight, in their order. */
  gradients: tf.Tensor[];
  /** [1, 2]: its part of the loss, and the images classified correctly. */
  results: tf.Tensor2D;
}

/** The forward and backward pass over one replica's share of a batch. @param images How many the loss is a mean over. */
export function backward(model: Model, feed: Decoder, share: Share, batch: tf.Tensor[], images: tf.Scalar): Backward {
  if (share.images === 0) return zeros(model);
  const decoded = feed.decode(batch);
  let logits: tf.Tensor2D | undefined;
  const variables = model.trainableWeights.map(({ variable }) => variable);
  const { value: loss, grads } = tf.variableGrads(() => {
    logits = tf.keep(model.apply(decoded.images, { training: true }));
    return tf.div<tf.Scalar>(tf.sum(sparseSoftmaxCrossEntropy(logits, decoded.labels)), images);
  }, variables);
  const correct = countCorrect(logits!, decoded.labels);
  logits!.dispose();
  return { gradients: inOrder(model, grads), results: tf.stack([loss, correct]).reshape([1, 2]) };
}

function zeros(model: Model): Backward {
  const gradients = model.trainableWeights.map(({ variable }) => tf.fill(variable.shape, 0));
  return { gradients, results: tf.zeros([1, 2]) };
}

/** How many images were classified correctly, in float32 like all values that replicas add up. */
export function countCorrect(logits: tf.Tensor2D, labels: tf.Tensor1D): tf.Scalar {
  return tf.argMax(logits, 1).equal(labels).cast("float32").sum();
}

// tfjs returns gradients by its own names of the variables.
function inOrder(model: Model, gradients: tf.NamedTensorMap): tf.Tensor[] {
  return model.trainableWeights.map(({ name, variable }) => {
    if (!(variable.name in gradients)) throw new Error(`The loss does not depend on the weight ${name}.`);
    return gradients[variable.name];
  });
}
