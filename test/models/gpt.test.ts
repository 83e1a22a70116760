import { describe, expect, it } from "vitest";
import { gpt, gptSizes, type Gpt, type GptOptions } from "../../lib/models";
import { capture, setRandomSeed, tf } from "../../lib/tensorflow/engine";
import { asGiven, goldenGpt, inputsOf, numbers, targetsOf, trainAsGiven, type Results } from "./golden-gpt";
import { lossAndGradients } from "./loss-and-gradients";
import { disposedAfterEach } from "../disposed";

const golden = goldenGpt<Results>("gpt.json");

const keep = disposedAfterEach();

const make = (options: GptOptions): Gpt => keep(gpt(options));

const inputs = () => inputsOf(golden);

/** The largest difference, as a share of the larger of both and 1. */
const furthest = (own: number[], others: number[]): number =>
  Math.max(...own.map((value, at) => Math.abs(value - others[at]) / Math.max(1, Math.abs(others[at]))));

describe("a GPT with PyTorch's weights", () => {
  it("has GPT-2's names, in its order", () => {
    const model = keep(asGiven(golden));
    expect(model.weights.map(({ name }) => name)).toEqual(Object.keys(golden.before));
  });

  it("gives PyTorch's logits and gradients", () => {
    const model = keep(asGiven(golden));
    expect(furthest(numbers(model.apply(inputs(), { training: false })), golden.logits)).toBeLessThan(1e-5);
    const { gradients } = lossAndGradients(model, inputs(), targetsOf(golden));
    model.trainableWeights.forEach(({ name }, index) => {
      expect(furthest(numbers(gradients[index]), golden.gradients[name]), name).toBeLessThan(1e-5);
    });
  });

  it("learns in captured steps of AdamW what PyTorch learns", () => {
    const own = trainAsGiven(golden, golden.losses.length);
    expect(furthest(own.losses, golden.losses)).toBeLessThan(1e-5);
    // A bias of the keys changes no softmax: its gradient is 0, and Adam makes whole steps of the rounding errors.
    const withoutKeys = (name: string, values: number[]) =>
      values.filter((_, at) => !name.endsWith("c_attn.bias") || Math.floor((3 * at) / values.length) !== 1);
    for (const name of Object.keys(golden.before)) {
      const [after, others] = [own, golden].map((results) => withoutKeys(name, results.after[name]));
      expect(furthest(after, others), name).toBeLessThan(2e-5);
    }
  });
});

describe("a GPT", () => {
  const small = { ...golden.sizes, seed: 3 };

  it("looks at no token that comes later", () => {
    const model = make(small);
    const logits = (last: number) =>
      numbers(model.apply(tf.tensor2d([[1, 2, 3, last]], undefined, "int32"), { training: false }));
    const [some, others] = [logits(4), logits(5)];
    expect(some.slice(0, 3 * 11)).toEqual(others.slice(0, 3 * 11));
    expect(some).not.toEqual(others);
  });

  it("has the published number of parameters", () => {
    // GPT-2 small: 124,439,808, as its weights on every hub have them.
    const { layers, width, context } = gptSizes.gpt2;
    const block = 12 * width * width + 13 * width;
    expect(50257 * width + context * width + layers * block + 2 * width).toBe(124_439_808);
    const model = make(small);
    const own = 12 * 8 * 8 + 13 * 8;
    expect(model.parameters).toBe(11 * 8 + 6 * 8 + 2 * own + 2 * 8);
  });

  it("begins with the same weights for the same seed, and drops values in training only", () => {
    const [model, same, other] = [make(small), make(small), make({ ...small, seed: 4 })];
    const first = ({ weights: [{ variable }] }: Gpt) => numbers(variable);
    expect(first(same)).toEqual(first(model));
    expect(first(other)).not.toEqual(first(model));
    const dropping = make({ ...small, dropout: 0.5 });
    const apply = (tokens: tf.Tensor2D) => [true, false].map((training) => dropping.apply(tokens, { training }));
    const run = keep(capture(apply));
    setRandomSeed(1);
    const [trained, plain] = run(inputs()).map(numbers);
    const [again, plainAgain] = run(inputs()).map(numbers);
    expect(plainAgain).toEqual(plain);
    expect(again).not.toEqual(trained);
    expect(furthest(plain, numbers(model.apply(inputs(), { training: true })))).toBeLessThan(1e-6);
  });

  it.each([
    [() => gpt({ ...small, layers: 0 }), "A GPT's layers is 0, but must be a whole number from 1."],
    [() => gpt({ ...small, width: 9 }), "A width of 9 cannot be divided among 2 heads: make it a multiple of 2."],
    [() => gpt({ ...small, dropout: 1 }), "The dropout is 1, but must be from 0 to below 1."],
    [
      () => make(small).apply(tf.zeros([1, 7], "int32"), { training: false }),
      "Rows have 7 tokens, but this GPT looks at 6: shorten them.",
    ],
  ])("refuses what it cannot be", (build, expected) => {
    expect(build).toThrow(expected);
  });
});
