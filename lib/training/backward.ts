import { statisticsOf } from "../models/chain";
import type { Gradients, Loss, PlacedModel, Rows } from "../strategy";
import { gate, tf } from "../tensorflow/engine";
import { sparseSoftmaxCrossEntropy } from "../tensorflow/ops";
import { keeping, type LossScale } from "./loss-scale";

/** Makes inputs (images, or tokens) and labels from a feed's tensors, inside the captured step. */
export interface Decoder {
  decode(tensors: tf.Tensor[]): { inputs: tf.Tensor; labels: tf.Tensor1D };
}

/** Images, which are scaled already, or tokens; and their labels. */
export const asTheyAre: Decoder = { decode: ([inputs, labels]) => ({ inputs, labels: labels.flatten() }) };

/** A device's results for its rows of a batch. */
export interface Backward extends Omit<Gradients, "value"> {
  /** Shape [1, 2]: its part of the loss, and the labels classified correctly. */
  results: tf.Tensor2D;
}

/**
 * The forward and backward pass over a device's own rows. With a loss scale, the gradients are those of the scaled loss.
 * @param tensors The rows as the feed gives them; there may be none.
 * @param labels How many the loss is a mean over.
 */
export function backward(
  placed: PlacedModel,
  [kind, tensors]: [kind: number, tensors: tf.Tensor[]],
  feed: Decoder,
  { labels, lossScale, isAlone }: { labels: tf.Scalar; lossScale?: LossScale; isAlone: boolean },
): Backward {
  const rows = decoded(placed, tensors, feed);
  const { loss, correct } = lossOver(labels);
  const scaled: Loss = (...of) => lossScale?.scaled(loss(...of)) ?? loss(...of);
  const pass = () => placed.backward(kind, rows, scaled, isAlone);
  const statistics = statisticsOf(placed.model);
  const isEmpty = tensors[0].shape[0] === 0;
  const { value, ...passed } = isEmpty
    ? keeping(statistics, pass)
    : (lossScale?.keepingFinite(statistics, pass) ?? pass());
  const results = resultsOf(placed, lossScale?.unscaledLoss(value) ?? value, correct());
  // A stage without the loss would be ready for the all-reduce of the results at once, and wait in it for the last stage.
  return { ...passed, results: placed.exchangesInside ? gate(results, passed.gradients) : results };
}

/** The loss over a device's own rows and the labels classified correctly, as after the training: [1, 2]. */
export function evaluated(
  placed: PlacedModel,
  [kind, tensors]: [kind: number, tensors: tf.Tensor[]],
  feed: Decoder,
): tf.Tensor2D {
  const { loss, correct } = lossOver(tf.scalar(1));
  const rows = decoded(placed, tensors, feed);
  return resultsOf(placed, placed.evaluate(kind, rows, loss), correct());
}

/** A device's rows. Where it has fewer than it can compute with, they are filled up with zeros, which do not count. */
function decoded({ leastRows }: PlacedModel, tensors: tf.Tensor[], feed: Decoder): Rows {
  const [own] = tensors[0].shape;
  const missing = leastRows - own;
  if (missing <= 0) return feed.decode(tensors);
  const filled = tensors.map((tensor) => {
    const zeros = tf.zeros([missing, ...tensor.shape.slice(1)], tensor.dtype);
    // Also where it has none: Grappler would make constants of zeros alone, and a GPU's kernels would be given those from the host.
    return tf.concat([tensor, zeros]);
  });
  const { inputs, labels } = feed.decode(filled);
  const each = labels.size / leastRows;
  const counts = tf.tensor1d(Array.from({ length: labels.size }, (_, at) => Number(at < own * each)));
  return { inputs, labels, counts };
}

/** The mean over so many labels; and how many of them were classified correctly, which is known when the loss has been computed. */
function lossOver(total: tf.Scalar): { loss: Loss; correct: () => tf.Scalar } {
  const counted: tf.Scalar[] = [];
  const loss: Loss = (logits, { labels, counts }) => {
    const correct = areCorrect(logits, labels);
    counted.push(tf.keep(tf.sum<tf.Scalar>(counts ? tf.mul(correct, counts) : correct)));
    const each = sparseSoftmaxCrossEntropy(logits, labels);
    return tf.div(tf.sum(counts ? tf.mul(each, counts) : each), total);
  };
  const correct = (): tf.Scalar => {
    const sum = counted.length > 0 ? tf.addN(counted) : tf.scalar(0);
    tf.dispose(counted);
    return sum;
  };
  return { loss, correct };
}

/** A device's own part of the results: [1, 2]. */
const resultsOf = ({ lossCopies }: PlacedModel, loss: tf.Scalar, correct: tf.Scalar): tf.Tensor2D => {
  const own = tf.stack([loss, correct]).reshape<tf.Tensor2D>([1, 2]);
  return lossCopies === 1 ? own : tf.div(own, lossCopies);
};

/**
 * 1 for each label that was classified correctly, else 0, in float32 like all values that devices add up. Classes are compared as float32,
 * too, which holds them exactly: on a GPU, TensorFlow compares int32 numbers on the host, and would wait for the forward pass.
 */
export function areCorrect(logits: tf.Tensor2D, labels: tf.Tensor1D): tf.Tensor1D {
  const classes = tf.argMax(logits, 1).cast("float32");
  return classes.equal(labels.cast("float32")).cast("float32");
}
