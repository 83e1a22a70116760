import { tf } from "../../lib/tensorflow";
import { integersFromWords } from "../../lib/tensorflow/ops";
import { wholeNumber } from "../dataset";
import { countOf, planOf, stepsOf, timedBatches, type Feed, type Portions } from "../feeds/feed";
import { integerWords } from "../feeds/pixels";

/** How to divide a text into batches of rows. */
export interface TextFeedOptions extends Portions {
  tokens: Int32Array;
  /** Tokens of a row. */
  context: number;
}

/**
 * Feeds every window of a text once in an epoch, as a row. A window is `context` tokens and the one behind them. The next window begins
 * with that one, so that no token is a label twice; those at the end that fill no window are left out.
 * @throws one line when an option is no whole number, or there are too few tokens for a window.
 */
export function textFeed({ tokens, context, ...portions }: TextFeedOptions): Feed {
  wholeNumber("context", context);
  wholeNumber("seed", portions.seed, 0);
  const count = windowsOf(tokens, context);
  if (count < 1) {
    throw new Error(
      `The text has ${tokens.length} tokens, and a window of context ${context} takes ${context + 1}: take a longer text or a shorter context.`,
    );
  }
  const stepsPerEpoch = stepsOf(count, portions.batchSize);
  const words = (windows: Int32Array, shift: 0 | 1): tf.Tensor => {
    const values = new Int32Array(windows.length * context);
    windows.forEach((window, row) => {
      const from = window * context + shift;
      values.set(tokens.subarray(from, from + context), row * context);
    });
    return tf.tidy(() => integerWords(values).reshape([windows.length, context]));
  };
  return {
    ...{ stepsPerEpoch, labelsOfExample: context },
    imagesOf: (step) => countOf(count, portions, step),
    batches: (epoch, firstStep = 0) =>
      timedBatches(firstStep, () => {
        const plan = planOf(count, portions, epoch);
        return { plan, tensorsOf: (step) => [words(plan.rows(step), 0), words(plan.rows(step), 1)] };
      }),
    decode: ([inputs, labels]) => ({
      inputs: integersFromWords(inputs),
      labels: tf.tidy(() => integersFromWords(labels.flatten())),
    }),
    dispose: () => undefined,
  };
}

/** How many rows a text has. */
export const windowsOf = ({ length }: Int32Array, context: number): number =>
  Math.max(0, Math.floor((length - 1) / context));
