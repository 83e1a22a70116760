import { gpt, type GptOptions } from "../../lib/models";
import { capture, tf, type Precision } from "../../lib/tensorflow";
import type { Optimizer } from "../../lib/training";
import { lossAndGradients } from "../models/loss-and-gradients";

/** Rows of tokens, and of those that follow them: int32, [rows, context] each. */
export type Text = [inputs: tf.Tensor2D, labels: tf.Tensor2D];

/** Made-up text. */
export function text({ vocabulary, context }: GptOptions, rows: number, seed = 0): Text {
  const at = (place: number): number => ((place + seed) * 7919 + ((place + seed) % 13)) % vocabulary;
  const numbers = Int32Array.from({ length: rows * (context + 1) }, (_, place) => at(place));
  const all = tf.tensor2d(numbers, [rows, context + 1]).toInt();
  return [all.slice([0, 0], [rows, context]), all.slice([0, 1], [rows, context])];
}

/** The losses of a GPT that one device trains, written without anything of meshes: one update for each batch. */
export function lossesOfOneDevice(
  options: GptOptions,
  optimizer: Optimizer,
  batches: readonly Text[],
  precision?: Precision,
): number[] {
  const model = gpt(options);
  const bound = optimizer.bind(model.trainableWeights);
  const step = capture(
    ([inputs, labels]: Text, rate: tf.Scalar) => {
      const { loss, gradients } = lossAndGradients(model, inputs, labels.flatten());
      bound.update(gradients, rate);
      return loss;
    },
    { precision },
  );
  try {
    return batches.map((rows, update) =>
      tf.tidy(() => step([...rows], tf.scalar(optimizer.learningRate(update))).dataSync()[0]),
    );
  } finally {
    [step, bound, model].forEach((each) => each.dispose());
  }
}
