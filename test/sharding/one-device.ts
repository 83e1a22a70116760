import { gpt, type GptOptions } from "../../lib/models";
import type { Rows } from "../../lib/sharding";
import { capture, tf, type Precision } from "../../lib/tensorflow";
import { sparseSoftmaxCrossEntropy } from "../../lib/tensorflow/ops";
import type { Optimizer } from "../../lib/training";

/** Rows of tokens, and of those that follow them. */
export function text({ vocabulary, context }: GptOptions, rows: number, seed = 0): Rows {
  const at = (place: number): number => ((place + seed) * 7919 + ((place + seed) % 13)) % vocabulary;
  const numbers = Int32Array.from({ length: rows * (context + 1) }, (_, place) => at(place));
  const all = tf.tensor2d(numbers, [rows, context + 1]).toInt();
  return { inputs: all.slice([0, 0], [rows, context]), targets: all.slice([0, 1], [rows, context]) };
}

/** The losses of a GPT that one device trains, written without anything of meshes: one update for each batch. */
export function lossesOfOneDevice(
  options: GptOptions,
  optimizer: Optimizer,
  batches: readonly Rows[],
  precision?: Precision,
): number[] {
  const model = gpt(options);
  const bound = optimizer.bind(model.trainableWeights);
  const variables = model.trainableWeights.map(({ variable }) => variable);
  const step = capture(
    ({ inputs, targets }: Rows, rate: tf.Scalar) => {
      const { value, grads } = tf.variableGrads(
        () =>
          sparseSoftmaxCrossEntropy(
            model.apply(inputs as tf.Tensor2D, { training: true }),
            targets.flatten(),
          ).mean<tf.Scalar>(),
        variables,
      );
      bound.update(
        variables.map(({ name }) => grads[name]),
        rate,
      );
      return value;
    },
    { precision },
  );
  try {
    return batches.map((rows, update) =>
      tf.tidy(() => step({ ...rows }, tf.scalar(optimizer.learningRate(update))).dataSync()[0]),
    );
  } finally {
    [step, bound, model].forEach((each) => each.dispose());
  }
}
