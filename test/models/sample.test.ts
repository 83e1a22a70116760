import { textFeed } from "parallel-training/datasets";
import { characterVocabulary } from "../../datasets/text/vocabulary";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { evaluateText, gpt, perplexity, sample, type Gpt } from "../../lib/models";
import { capture, tf } from "../../lib/tensorflow";
import { adamW } from "../../lib/training";
import { lossAndGradients } from "./loss-and-gradients";

const line = "to be, or not; ";
const vocabulary = characterVocabulary(line);

/** Trains on a text by the feed, and returns the losses. */
async function train(model: Gpt, text: string, epochs: number): Promise<number[]> {
  const tokens = vocabulary.encode(text);
  const feed = textFeed({ tokens, batchSize: 8, context: model.options.context, shuffle: true, seed: 1 });
  const bound = adamW(0.01).bind(model.trainableWeights);
  const step = capture((batch: tf.Tensor[]) => {
    const { inputs, labels } = feed.decode(batch);
    const { loss, gradients } = lossAndGradients(model, inputs, labels);
    bound.update(gradients, tf.scalar(0.01));
    return loss;
  });
  try {
    const losses: number[] = [];
    for (let epoch = 1; epoch <= epochs; epoch++) {
      for await (const { tensors } of feed.batches(epoch)) {
        losses.push(tf.tidy(() => step(tensors).dataSync()[0]));
        tf.dispose(tensors);
      }
    }
    return losses;
  } finally {
    [step, bound].forEach((each) => each.dispose());
  }
}

describe("A small GPT that has learned a line", () => {
  let model: Gpt;
  beforeAll(async () => {
    model = gpt({ vocabulary: vocabulary.size, context: 16, layers: 2, heads: 2, width: 32 });
    const losses = await train(model, line.repeat(40), 16);
    expect(losses.length).toBeLessThan(100);
    expect(losses.at(-1)!).toBeLessThan(0.1); // there are steps
  });
  afterAll(() => model.dispose());

  it("continues it greedily, beyond its context", async () => {
    const begun = vocabulary.encode("to be");
    const before = tf.memory().numTensors;
    const tokens = await sample(model, { tokens: begun, count: 60, temperature: 0 });
    expect(tf.memory().numTensors).toBe(before);
    expect(vocabulary.decode(tokens)).toBe(line.repeat(5).slice(5, 65));
    // A text longer than the context is continued from its end.
    const long = vocabulary.encode(line.repeat(3).slice(0, 38));
    expect(vocabulary.decode(await sample(model, { tokens: long, count: 20, temperature: 0 }))).toBe(
      line.repeat(4).slice(38, 58),
    );
  });

  it("draws the same for the same seed, and more freely at a higher temperature", async () => {
    const drawn = async (seed: number, temperature?: number) =>
      vocabulary.decode(await sample(model, { tokens: vocabulary.encode("to"), count: 40, temperature, seed }));
    expect(await drawn(1, 3)).toBe(await drawn(1, 3));
    expect(await drawn(2, 3)).not.toBe(await drawn(1, 3));
    expect(await drawn(1, 1e-9)).toBe(line.repeat(4).slice(2, 42));
    expect(await drawn(1)).not.toBe(await drawn(1, 3));
  });

  it("has a low perplexity on the line, and a high one on what it has not seen", async () => {
    const known = await evaluateText(model, vocabulary.encode(line.repeat(5)));
    const unknown = await evaluateText(model, vocabulary.encode("ebt,;  nrooe;tb"));
    expect(known.perplexity).toBeLessThan(2);
    expect(unknown.perplexity).toBeGreaterThan(perplexity(Math.log(vocabulary.size)));
  });
});

describe("Sampling", () => {
  /** A model that gives each token the same chances, whatever came before. */
  const constant = (logits: number[]): Pick<Gpt, "apply" | "options"> => ({
    options: { vocabulary: logits.length, context: 4, layers: 1, heads: 1, width: 1 },
    apply: (tokens) => tf.tile(tf.tensor2d([logits]), [tokens.size, 1]),
  });
  const chances = [0.5, 0.25, 0.25, 0].map((chance) => Math.log(chance + 1e-30));

  it.each([
    [1, [0.5, 0.25, 0.25]],
    [0.5, [2 / 3, 1 / 6, 1 / 6]],
    [0, [1, 0, 0]],
  ])("at temperature %d draws tokens by their chances", async (temperature, expected) => {
    const tokens = await sample(constant(chances), { tokens: [0], count: 600, temperature, seed: 7 });
    const shares = [0, 1, 2, 3].map((token) => tokens.filter((each) => each === token).length / 600);
    expect(shares[3]).toBe(0);
    // Three standard deviations of the most variable share.
    expected.forEach((share, token) => {
      expect(Math.abs(shares[token] - share)).toBeLessThan(temperature === 0 ? 1e-9 : 3 * Math.sqrt(0.25 / 600));
    });
  });

  it.each([
    [{ tokens: [] }, "There is nothing to continue: give at least 1 token, such as a line's end."],
    [{ tokens: [0, 4] }, "There is a token 4, but this GPT's tokens are whole numbers from 0 to 3."],
    [{ count: 0 }, "The count is 0, but must be a whole number from 1."],
    [{ temperature: -1 }, "The temperature is -1, but must be 0 or more."],
    [{ temperature: NaN }, "The temperature is NaN, but must be 0 or more."],
    [{ seed: 0.5 }, "The seed is 0.5, but must be a whole number."],
  ])("refuses %o", async (wrong, message) => {
    await expect(sample(constant(chances), { tokens: [0], count: 1, ...wrong })).rejects.toThrow(message);
  });

  it("says when a model's numbers are none", async () => {
    await expect(sample(constant([NaN, 1]), { tokens: [0], count: 1 })).rejects.toThrow(
      "The model's logits are no numbers: its training has failed; try a smaller learning rate.",
    );
  });
});
