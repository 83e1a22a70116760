import { capture, tf } from "../tensorflow";
import { sparseSoftmaxCrossEntropy } from "../tensorflow/ops";
import type { Gpt } from "./gpt";
import { perplexity } from "./perplexity";

export interface TextEvaluationOptions {
  /** Windows that are computed together, which costs memory and saves time. Default 16. */
  rows?: number;
  /** Tokens of a window. Default: the model's context. */
  context?: number;
}

/** How well a model foretells a text. */
export interface TextEvaluation {
  /** The mean cross-entropy, in nats (natural logarithm) for each token. */
  loss: number;
  perplexity: number;
  /** How many tokens the mean is over: all but the text's first, before which there is none. */
  tokens: number;
}

/**
 * Measures a model's mean loss over all tokens of a text, such as the validation part. Windows of `context` tokens follow one another;
 * the last may be shorter. A token is foretold of those before it in its window, so a window's first tokens weigh as much as its
 * last: a longer context gives a smaller loss.
 * @throws one line when there are fewer than 2 tokens, one is not in the vocabulary, or an option is out of range.
 */
export async function evaluateText(
  model: Pick<Gpt, "apply" | "options">,
  tokens: Int32Array,
  { rows = 16, context = model.options.context }: TextEvaluationOptions = {},
): Promise<TextEvaluation> {
  refuse(model, tokens, rows, context);
  // One shape for all batches, so one graph: places behind the text's end do not count.
  const step = capture(
    (inputs: tf.Tensor2D, targets: tf.Tensor1D, counted: tf.Tensor1D) => {
      const losses = sparseSoftmaxCrossEntropy(model.apply(inputs, { training: false }), targets);
      return tf.sum(tf.mul(losses, counted));
    },
    { name: "evaluate_text" },
  );
  const places = rows * context;
  const count = tokens.length - 1;
  let sum = 0;
  try {
    for (let from = 0; from < count; from += places) {
      const inputs = new Int32Array(places);
      const targets = new Int32Array(places);
      inputs.set(tokens.subarray(from, Math.min(from + places, count)));
      targets.set(tokens.subarray(from + 1, from + 1 + places));
      const counted = Float32Array.from(targets, (_, place) => (from + place < count ? 1 : 0));
      const batch = [
        tf.tensor2d(inputs, [rows, context], "int32"),
        tf.tensor1d(targets, "int32"),
        tf.tensor1d(counted),
      ];
      const total = step(...(batch as [tf.Tensor2D, tf.Tensor1D, tf.Tensor1D])); // in the order of their shapes
      sum += (await total.data())[0];
      tf.dispose([batch, total]);
    }
  } finally {
    step.dispose();
  }
  const loss = sum / count;
  return { loss, perplexity: perplexity(loss), tokens: count };
}

function refuse({ options }: Pick<Gpt, "options">, tokens: Int32Array, rows: number, context: number): void {
  if (tokens.length < 2) throw new Error(`The text has ${tokens.length} tokens, but its loss needs at least 2.`);
  if (!Number.isInteger(rows) || rows < 1) throw new Error(`rows is ${rows}, but must be a whole number from 1.`);
  if (!Number.isInteger(context) || context < 1 || context > options.context) {
    throw new Error(`The context is ${context}, but this GPT takes a whole number from 1 to ${options.context}.`);
  }
  // In a graph on a GPU, a token outside of the table would silently be another's vector.
  const wrong = tokens.find((token) => token < 0 || token >= options.vocabulary);
  if (wrong !== undefined) {
    throw new Error(
      `There is a token ${wrong}, but this GPT's vocabulary has ${options.vocabulary}: encode the text by the one that it was trained with.`,
    );
  }
}
