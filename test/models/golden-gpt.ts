import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gpt, type Gpt, type GptOptions } from "../../lib/models";
import { capture, tf, type Precision } from "../../lib/tensorflow";
import { adamW } from "../../lib/training";
import { lossAndGradients } from "./loss-and-gradients";

/** What a small GPT is given; see test/golden/make_gpt.py. */
export interface Given {
  sizes: GptOptions;
  tokens: number[][];
  before: Record<string, number[]>;
}

/** What becomes of it in a few steps of AdamW. */
export interface Results {
  logits: number[];
  gradients: Record<string, number[]>;
  losses: number[];
  after: Record<string, number[]>;
}

/** A file of what PyTorch computed. */
export const goldenGpt = <R>(file: string): Given & R =>
  JSON.parse(readFileSync(join(__dirname, "..", "golden", file), "utf8")) as Given & R;

export const numbers = (tensor: tf.Tensor): number[] => Array.from(tensor.dataSync());

/** The rows that the GPT sees. */
export const inputsOf = ({ tokens }: Given) => tf.tensor2d(tokens.map((row) => row.slice(0, -1)), undefined, "int32"); // prettier-ignore
/** The tokens that follow them. */
export const targetsOf = ({ tokens }: Given) => tf.tensor1d(tokens.flatMap((row) => row.slice(1)), "int32"); // prettier-ignore

/** PyTorch's model before its first step. */
export function asGiven({ sizes, before }: Given): Gpt {
  const model = gpt(sizes);
  model.weights.forEach(({ name, variable }) => {
    tf.tidy(() => variable.assign(tf.tensor(before[name], variable.shape)));
  });
  return model;
}

/** PyTorch's steps in captured steps of this engine. @param steps How many. */
export function trainAsGiven(given: Given, steps: number, precision: Precision = "float32"): Results {
  const model = asGiven(given);
  const targets = targetsOf(given);
  const optimizer = adamW(0.01, { betas: [0.9, 0.99], weightDecay: 0.1 }).bind(model.trainableWeights);
  const step = capture(
    (rate: tf.Scalar) => {
      const found = lossAndGradients(model, inputsOf(given), targets);
      optimizer.update(found.gradients, rate);
      return found;
    },
    { precision },
  );
  try {
    const each = Array.from({ length: steps }, () =>
      tf.tidy(() => {
        const { loss, logits, gradients } = step(tf.scalar(0.01));
        return { loss: numbers(loss)[0], logits: numbers(logits), gradients: gradients.map(numbers) };
      }),
    );
    const named = (values: number[][]) =>
      Object.fromEntries(model.weights.map(({ name }, index) => [name, values[index]]));
    return {
      logits: each[0].logits,
      gradients: named(each[0].gradients),
      losses: each.map(({ loss }) => loss),
      after: named(model.trainableWeights.map(({ variable }) => numbers(variable))),
    };
  } finally {
    [step, optimizer, model, targets].forEach((made) => made.dispose());
  }
}
