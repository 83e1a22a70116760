import { mean, standardDeviation } from "simple-statistics";
import { expect, it } from "vitest";
import { capture, setRandomSeed, tf } from "../../../lib/tensorflow/engine";

const numbers = (tensor: tf.Tensor): number[] => Array.from(tensor.dataSync());

const draws: Record<string, () => tf.Tensor> = {
  uniform: () => tf.randomUniform([5000], 2, 6),
  integers: () => tf.randomUniform([5000], 0, 10, "int32"),
  normal: () => tf.randomNormal([5000], 1, 2),
  truncated: () => tf.truncatedNormal([5000], 0, 2),
  gamma: () => tf.randomGamma([5000], 3, 2),
  multinomial: () => tf.multinomial(tf.tensor1d([Math.log(0.2), Math.log(0.8)]), 5000),
  dropout: () => tf.dropout(tf.ones([5000]), 0.25),
  seeded: () => tf.randomUniform([5000], 0, 1, "float32", 7),
};

// Mean and standard deviation as the distributions have them.
const expected: Record<string, [number, number]> = {
  uniform: [4, 4 / Math.sqrt(12)],
  integers: [4.5, Math.sqrt(99 / 12)],
  normal: [1, 2],
  truncated: [0, 2 * 0.8796],
  gamma: [3 / 2, Math.sqrt(3) / 2],
  multinomial: [0.8, 0.4],
  dropout: [1, Math.sqrt(0.25 / 0.75)],
  seeded: [0.5, 1 / Math.sqrt(12)],
};

it.each(Object.keys(draws))("%s numbers are drawn anew at every call, from their distribution", (name) => {
  setRandomSeed(3);
  const step = capture(draws[name], { name, check: true });
  const [first, second] = [numbers(step()), numbers(step())];
  expect(first).not.toEqual(second);
  const [wantedMean, wantedDeviation] = expected[name];
  expect(Math.abs(mean(first) - wantedMean)).toBeLessThan((5 * wantedDeviation) / Math.sqrt(5000));
  expect(Math.abs(standardDeviation(first) / wantedDeviation - 1)).toBeLessThan(0.06);
  expect(step.captures).toBe(1);
  step.dispose();
});

it("the same seed and step give the same numbers, another seed or step others", () => {
  const step = capture(() => tf.randomNormal([4]));
  const at = (seed: number, count: number): number[] => {
    setRandomSeed(seed, count);
    return numbers(step());
  };
  expect(at(1, 10)).toEqual(at(1, 10));
  expect(at(1, 10)).not.toEqual(at(1, 11));
  expect(at(1, 10)).not.toEqual(at(2, 10));
});

it("two ops of one step draw different numbers", () => {
  const step = capture(() => [tf.randomUniform([8]), tf.randomUniform([8])]);
  const [a, b] = step().map(numbers);
  expect(a).not.toEqual(b);
});

it("a layer's dropout stays random inside a captured step", () => {
  const model = tf.sequential({ layers: [tf.layers.dropout({ rate: 0.5, inputShape: [200] })] });
  const step = capture((x: tf.Tensor) => model.apply(x, { training: true }) as tf.Tensor);
  const x = tf.ones([1, 200]);
  expect(numbers(step(x))).not.toEqual(numbers(step(x)));
});

it("outside of captured steps tfjs's own random numbers remain", () => {
  expect(numbers(tf.randomNormal([3], 0, 1, "float32", 5))).toEqual(numbers(tf.randomNormal([3], 0, 1, "float32", 5)));
});
