import { randomNumbers } from "../system/random-numbers";
import { capture, tf } from "../tensorflow";
import type { Gpt } from "./gpt";

export interface SampleOptions {
  /** What to continue: at least one token. */
  tokens: ArrayLike<number>;
  /** How many tokens to generate. */
  count: number;
  /**
   * By what logits are divided before the softmax: below 1 likely tokens become likelier, above 1 others do; 0 always takes the
   * likeliest. Default 1.
   */
  temperature?: number;
  /** The same seed gives the same tokens on the same machine. Default 0. */
  seed?: number;
}

/**
 * Generates tokens, each of those before it. Where they are more than the model's context, it looks at the last ones. The step
 * always has the length of the context, so that there is one graph for all tokens; attention does not see what lies behind a token.
 * @returns the new tokens.
 * @throws one line when an option is out of range, or the model's logits are no numbers.
 * @example
 * vocabulary.decode(await sample(model, { tokens: vocabulary.encode("\n"), count: 80, temperature: 0.8 }))
 */
export async function sample(model: Pick<Gpt, "apply" | "options">, options: SampleOptions): Promise<Int32Array> {
  const { count, temperature = 1, seed = 0 } = options;
  refuse(model, options);
  const { context } = model.options;
  const uniform = randomNumbers(seed);
  const step = capture(
    (window: tf.Tensor2D, last: tf.Tensor1D) => tf.gather(model.apply(window, { training: false }), last).flatten(),
    { name: "sample" },
  );
  const first = options.tokens.length;
  const all = new Int32Array(first + count);
  all.set(Array.from(options.tokens));
  try {
    for (let next = first; next < all.length; next++) {
      const from = Math.max(0, next - context);
      const values = new Int32Array(context);
      values.set(all.subarray(from, next));
      const window = tf.tensor2d(values, [1, context], "int32");
      const last = tf.tensor1d([next - from - 1], "int32");
      const logits = step(window, last);
      all[next] = choose((await logits.data()) as Float32Array, temperature, uniform); // logits are float32
      tf.dispose([window, last, logits]);
    }
  } finally {
    step.dispose();
  }
  return all.subarray(first);
}

/** Draws a token by the softmax of the logits. */
function choose(logits: Float32Array, temperature: number, uniform: () => number): number {
  const most = logits.reduce((one, other) => Math.max(one, other));
  if (!Number.isFinite(most)) {
    throw new Error("The model's logits are no numbers: its training has failed; try a smaller learning rate.");
  }
  if (temperature === 0) return logits.indexOf(most);
  const weights = Float64Array.from(logits, (logit) => Math.exp((logit - most) / temperature));
  const sum = weights.reduce((one, other) => one + other);
  let rest = uniform() * sum;
  const chosen = weights.findIndex((weight) => (rest -= weight) < 0);
  return chosen < 0 ? logits.indexOf(most) : chosen; // rounding may leave a little of the sum
}

function refuse({ options: { vocabulary } }: Pick<Gpt, "options">, options: SampleOptions): void {
  const { tokens, count, temperature = 1, seed = 0 } = options;
  if (tokens.length < 1) throw new Error("There is nothing to continue: give at least 1 token, such as a line's end.");
  const wrong = Array.from(tokens).find((token) => !Number.isInteger(token) || token < 0 || token >= vocabulary);
  if (wrong !== undefined) {
    throw new Error(`There is a token ${wrong}, but this GPT's tokens are whole numbers from 0 to ${vocabulary - 1}.`);
  }
  if (!Number.isInteger(count) || count < 1)
    throw new Error(`The count is ${count}, but must be a whole number from 1.`);
  if (!(temperature >= 0 && temperature < Infinity)) {
    throw new Error(`The temperature is ${temperature}, but must be 0 or more.`);
  }
  if (!Number.isInteger(seed)) throw new Error(`The seed is ${seed}, but must be a whole number.`);
}
