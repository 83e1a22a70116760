import type { Rows } from "../../lib/sharding";
import { tf } from "../../lib/tensorflow";
import { wholeNumber } from "../dataset";
import { epochOrder } from "../feeds/order";

/** Turns tokens into batches. */
export interface TextFeed {
  /** Includes the last batch, which may have fewer rows. */
  readonly stepsPerEpoch: number;
  /** Rows of a step's batch. Steps of an epoch count from 0. */
  rowsOf(step: number): number;
  /**
   * The batches of one epoch. The consumer disposes their tensors.
   * @param epoch Counted from 1. It decides the order, together with the seed.
   * @param firstStep The number of batches to skip, for resuming an epoch. Default 0.
   */
  batches(epoch: number, firstStep?: number): Iterable<Rows>;
}

export interface TextFeedOptions {
  tokens: Int32Array;
  /** Rows of a batch, over all devices. */
  rows: number;
  /** Tokens of a row. */
  context: number;
  seed: number;
}

/**
 * Gives every window of a text once in an epoch, in an order that only the seed and the epoch decide. A window is `context` tokens
 * and the one behind them. The next window begins with that one, so that no token is a target twice; those at the end that fill no
 * window are left out.
 * @throws one line when an option is no whole number, or there are too few tokens for a window.
 */
export function textFeed({ tokens, rows, context, seed }: TextFeedOptions): TextFeed {
  wholeNumber("rows", rows);
  wholeNumber("context", context);
  wholeNumber("seed", seed, 0);
  const windows = Math.floor((tokens.length - 1) / context);
  if (windows < 1) {
    throw new Error(
      `The text has ${tokens.length} tokens, and a window of context ${context} takes ${context + 1}: take a longer text or a shorter context.`,
    );
  }
  const stepsPerEpoch = Math.ceil(windows / rows);
  const batch = (starts: Int32Array, shift: 0 | 1): tf.Tensor2D => {
    const values = new Int32Array(starts.length * context);
    starts.forEach((window, row) => {
      const from = window * context + shift;
      values.set(tokens.subarray(from, from + context), row * context);
    });
    return tf.tensor2d(values, [starts.length, context], "int32");
  };
  return {
    stepsPerEpoch,
    rowsOf: (step) => Math.max(0, Math.min(rows, windows - step * rows)),
    *batches(epoch, firstStep = 0) {
      wholeNumber("epoch", epoch);
      wholeNumber("firstStep", firstStep, 0);
      const order = epochOrder(windows, seed, epoch);
      for (let step = firstStep; step < stepsPerEpoch; step++) {
        const chosen = order.subarray(step * rows, (step + 1) * rows);
        yield { tokens: batch(chosen, 0), targets: batch(chosen, 1) };
      }
    },
  };
}
