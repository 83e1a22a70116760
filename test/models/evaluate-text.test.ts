import { afterAll, describe, expect, it } from "vitest";
import { evaluateText, gpt, perplexity, type Gpt } from "../../lib/models";
import { tf } from "../../lib/tensorflow";

const model = gpt({ vocabulary: 11, context: 6, layers: 2, heads: 2, width: 8, seed: 5 });
// Larger weights than at the beginning, so that tokens differ in their losses.
tf.tidy(() => {
  model.weights.forEach(({ variable }) => variable.assign(tf.mul(variable, 8)));
});
afterAll(() => model.dispose());
const textOf = (length: number): Int32Array => Int32Array.from({ length }, (_, place) => (place * place + 3) % 11);

/** The mean loss, window by window and token by token, in float64. */
function plainLoss({ apply }: Gpt, tokens: Int32Array, context: number): number {
  let sum = 0;
  for (let from = 0; from < tokens.length - 1; from += context) {
    const window = [...tokens.subarray(from, Math.min(from + context, tokens.length - 1))];
    const logits = tf.tidy(() => apply(tf.tensor2d([window], undefined, "int32"), { training: false }).arraySync());
    logits.forEach((row, place) => {
      sum += Math.log(row.reduce((all, logit) => all + Math.exp(logit), 0)) - row[tokens[from + place + 1]];
    });
  }
  return sum / (tokens.length - 1);
}

describe("A model's mean loss on a text", () => {
  it.each([
    [49, 2, 6], // 8 whole windows in 4 batches
    [50, 3, 6], // 8 whole windows and 1 token, in 3 batches
    [40, 16, 6], // fewer windows than rows
    [40, 4, 5],
    [2, 1, 6],
  ])("of %d tokens, by %d rows of %d, is that of a plain computation", async (length, rows, context) => {
    const tokens = textOf(length);
    const before = tf.memory().numTensors;
    const { loss, perplexity: found, tokens: counted } = await evaluateText(model, tokens, { rows, context });
    expect(tf.memory().numTensors).toBe(before);
    expect(counted).toBe(length - 1);
    const plain = plainLoss(model, tokens, context);
    expect(Math.abs(loss - plain)).toBeLessThan(1e-5 * plain);
    expect(found).toBe(perplexity(loss));
  });

  it("takes the model's context where none is given, and a smaller context sees less", async () => {
    const tokens = textOf(60);
    const [usual, six, one] = [
      await evaluateText(model, tokens),
      await evaluateText(model, tokens, { context: 6 }),
      await evaluateText(model, tokens, { context: 1 }),
    ];
    expect(usual.loss).toBe(six.loss);
    expect(Math.abs(one.loss - six.loss)).toBeGreaterThan(1e-3);
  });

  it.each([
    [textOf(1), {}, "The text has 1 tokens, but its loss needs at least 2."],
    [textOf(9), { rows: 0 }, "rows is 0, but must be a whole number from 1."],
    [textOf(9), { context: 7 }, "The context is 7, but this GPT takes a whole number from 1 to 6."],
    [
      Int32Array.of(1, 11),
      {},
      "There is a token 11, but this GPT's vocabulary has 11: encode the text by the one that it was trained with.",
    ],
  ])("is refused where there is none", async (tokens, options, message) => {
    await expect(evaluateText(model, tokens, options)).rejects.toThrow(message);
  });
});

it("perplexity is the number of equally likely tokens", () => {
  expect(perplexity(0)).toBe(1);
  expect(perplexity(Math.log(65))).toBeCloseTo(65, 10);
});
