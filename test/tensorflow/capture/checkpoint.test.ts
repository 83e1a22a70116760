import { describe, expect, it } from "vitest";
import { gpt, type GptOptions } from "../../../lib/models";
import { memoryOfStep } from "../../../lib/profile";
import { capture, checkpoint, configureTensorFlow, setRandomSeed, tf } from "../../../lib/tensorflow/engine";
import { sgd } from "../../../lib/training";
import { leastPeak } from "../../least-peak";
import { lossAndGradients } from "../../models/loss-and-gradients";
import { text } from "../../sharding/one-device";
import { difference } from "../../strategy/helpers";
import { disposedAfterEach } from "../../disposed";

configureTensorFlow({ device: "cpu", intraOpThreads: 1, interOpThreads: 1 });

const keep = disposedAfterEach();

/** A training step of a GPT on rows of tokens that are always the same. */
function training(options: Omit<GptOptions, "vocabulary">, rows: number) {
  const sizes = { ...options, vocabulary: 65 };
  const model = gpt(sizes);
  const optimizer = sgd(0.5).bind(model.trainableWeights);
  const step = capture((tokens: tf.Tensor, targets: tf.Tensor) => {
    const { loss, gradients } = lossAndGradients(model, tokens, targets);
    optimizer.update(gradients, tf.scalar(0.5));
    return loss;
  });
  keep(model, optimizer, step);
  const [inputs, labels] = text(sizes, rows);
  const args = [inputs, labels.flatten()] as const;
  return {
    loss: (): number => tf.tidy(() => step(...args).dataSync()[0]),
    estimate: (): number => step.prepare(...args).computed,
    weights: () => model.weights.map(({ variable }) => Array.from(variable.dataSync())),
  };
}

describe.each([
  ["without dropout", 0],
  ["with dropout, from the same streams", 0.2],
])("a GPT whose blocks are computed again %s", (_, dropout) => {
  it("learns the same, bit for bit in its losses", () => {
    const sizes = { layers: 3, heads: 2, width: 16, context: 8, dropout, seed: 1 };
    const [plain, again] = [false, true].map((checkpoint) => {
      const { loss, weights } = training({ ...sizes, checkpoint }, 2);
      setRandomSeed(3);
      return { losses: [loss(), loss(), loss(), loss(), loss()], weights: weights() };
    });
    plain.losses.forEach((loss, step) => {
      expect(again.losses[step]).toBeCloseTo(loss, 5);
    });
    expect(difference(plain.weights, again.weights)).toBeLessThan(1e-5);
    expect(plain.losses[4]).toBeLessThan(plain.losses[0]);
  });
});

it("it needs a third of the memory above rest, as the allocator counts it, and the estimate knows", async () => {
  const sizes = { layers: 8, heads: 4, width: 128, context: 64, seed: 1 };
  const measure = async (checkpoint: boolean, limit: number, tries?: number) => {
    const { loss, estimate } = training({ ...sizes, checkpoint }, 16);
    loss();
    const { peak } = await leastPeak(
      async () => {
        const { atRest, peak } = await memoryOfStep(["/device:CPU:0"], async () => loss());
        return { peak: peak[0] - atRest[0] };
      },
      limit,
      tries,
    );
    return { peak, estimate: estimate() };
  };
  const plain = await measure(false, 0, 5);
  const again = await measure(true, plain.peak / 3);
  console.log(
    `Memory above rest: ${[plain, again].map(({ peak }) => (peak / 1e6).toFixed(0)).join(" MB, with checkpoints ")} MB; ` +
      `estimated ${[plain, again].map(({ estimate }) => (estimate / 1e6).toFixed(0)).join(" and ")} MB`,
  );
  expect(again.peak).toBeLessThan(plain.peak / 3);
  expect(again.estimate).toBeLessThan(plain.estimate / 3);
});

it("works on single ops, too, and by itself", () => {
  const [weight, x] = [tf.variable(tf.scalar(3)), tf.tensor1d([1, 2])];
  const fn = (input: tf.Tensor, [factor]: readonly tf.Tensor[]) => tf.square(tf.mul(input, factor));
  const { value, grads } = tf.variableGrads(() => tf.sum<tf.Scalar>(checkpoint<tf.Tensor>(fn, x, [weight])), [weight]);
  expect([value.dataSync()[0], grads[weight.name].dataSync()[0]]).toEqual([45, 30]);
  const [dx] = tf.grads((input) => checkpoint(fn, input, [weight]))([x]);
  expect(Array.from(dx.dataSync())).toEqual([18, 36]);
});
