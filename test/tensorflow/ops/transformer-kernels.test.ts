import { expect, it } from "vitest";
import { nativeOp, tf } from "../../../lib/tensorflow";
import * as ops from "../../../lib/tensorflow/ops";
import * as plain from "./plain";
import { cast, difference, withGradients } from "./plain";

// The kernels of native/gelu.cc, layer_norm.cc, heads.cc and causal_softmax.cc at sizes that they divide into several blocks, with
// remainders: in float32 against TensorFlow.js's own ops, and in bfloat16 against themselves in float32. (fused.test.ts has small sizes.)

const normal = (shape: number[], seed: number, mean = 0, deviation = 1): tf.Tensor =>
  tf.randomNormal(shape, mean, deviation, "float32", seed);

const sizes: [number, number, number][] = [
  [1, 1, 1],
  [5, 67, 13],
  [3, 130, 384],
  [1, 3, 70_000],
];

it.each(sizes)("layer normalization of [%i, %i, %i], whose mean is large", (...size) => {
  tf.tidy(() => {
    const inputs = [normal(size, 1, 30, 2), normal([size[2]], 2), normal([size[2]], 3)];
    const expected = withGradients(plain.layerNorm, inputs);
    const found = withGradients((x, gain, bias) => ops.layerNorm(x, gain as tf.Tensor1D, bias as tf.Tensor1D), inputs);
    // The normalised value of one channel is 0, and so are the gradients of x and gain.
    const meant = size[2] === 1 ? [0, 3] : [0, 1, 2, 3];
    for (const each of meant) expect(difference(found[each], expected[each])).toBeLessThan(1e-4);
  });
});

it.each(sizes)("GELU of [%i, %i, %i] and a bias", (...size) => {
  tf.tidy(() => {
    const inputs = [normal(size, 1, 0, 2), normal([size[2]], 2)];
    const expected = withGradients(plain.biasGelu, inputs);
    const found = withGradients((x, bias) => ops.biasGelu(x, bias as tf.Tensor1D), inputs);
    found.forEach((tensor, each) => {
      expect(difference(tensor, expected[each])).toBeLessThan(1e-5);
    });
  });
});

it("GELU far from zero is x or 0, and its gradient 1 or 0", () => {
  tf.tidy(() => {
    const x = tf.tensor1d([-1e30, -1e4, -100, -20, 0, 20, 100, 1e4, 1e30]);
    const zero = tf.zeros<tf.Rank.R1>([9]);
    const value = ops.biasGelu(x, zero);
    const gradient = tf.grad((each) => ops.biasGelu(each, zero))(x);
    expect([...value.dataSync()].map((each) => each + 0)).toEqual([0, 0, 0, 0, 0, 20, 100, 1e4, Math.fround(1e30)].map((each) => expect.closeTo(each) as unknown)); // prettier-ignore
    expect([...gradient.dataSync()]).toEqual([0, 0, 0, 0, 0.5, 1, 1, 1, 1].map((each) => expect.closeTo(each) as unknown)); // prettier-ignore
  });
});

it("what is no number stays none", () => {
  tf.tidy(() => {
    const x = tf.tensor2d([[NaN, 1], [1, 1]]); // prettier-ignore
    const rows = (tensor: tf.Tensor): boolean[] => Array.from(tensor.dataSync(), Number.isNaN);
    expect(rows(ops.biasGelu(x, tf.zeros([2])))).toEqual([true, false, false, false]);
    expect(rows(ops.layerNorm(x, tf.ones([2]), tf.zeros([2])))).toEqual([true, true, false, false]);
    expect(rows(ops.causalSoftmax(x, 1))).toEqual([true, false, false, false]);
  });
});

it.each([1, 2, 129, 257, 1024])("causal softmax of %i tokens, of large scores, too", (tokens) => {
  tf.tidy(() => {
    const inputs = [normal([2, 1, tokens, tokens], 1, 50, 40)];
    const expected = withGradients((scores) => tf.softmax(scores.sub(plain.later(tokens))), inputs);
    const found = withGradients((scores) => ops.causalSoftmax(scores, 1), inputs);
    expect(difference(found[0], expected[0])).toBeLessThan(1e-5);
    if (tokens > 1) expect(difference(found[1], expected[1])).toBeLessThan(1e-5);
    const seenLater = tf.sum(tf.mul(found[0], plain.later(tokens))).dataSync()[0];
    expect(seenLater).toBe(0);
  });
});

/** Ops with their float32 inputs behind those that may be bfloat16, and the number of results that are of that type. */
const inHalf: Record<string, { values: () => tf.Tensor[]; others?: () => tf.Tensor[]; outputs: [number, number]; attributes?: Parameters<typeof nativeOp>[1] }> = {
  WorkbookBiasGelu: { values: () => [normal([3, 130, 77], 1)], others: () => [normal([77], 2)], outputs: [1, 0] },
  WorkbookBiasGeluGrad: { values: () => [1, 2].map((seed) => normal([3, 130, 77], seed)), others: () => [normal([77], 3)], outputs: [1, 1] },
  WorkbookLayerNorm: { values: () => [normal([3, 130, 77], 1)], others: () => [2, 3].map((seed) => normal([77], seed)), outputs: [1, 2], attributes: { epsilon: { float: 1e-5 } } },
  WorkbookLayerNormGrad: { values: () => [1, 2].map((seed) => normal([3, 130, 77], seed)), others: () => [normal([3, 130, 1], 3), normal([3, 130, 1], 4), normal([77], 5)], outputs: [1, 2] },
  WorkbookCausalSoftmax: { values: () => [normal([3, 70, 130], 1)], outputs: [1, 0], attributes: { scale: { float: 0.5 } } },
  WorkbookCausalSoftmaxGrad: { values: () => [1, 2].map((seed) => normal([3, 70, 130], seed)), outputs: [1, 0], attributes: { scale: { float: 0.5 } } },
  WorkbookDivideHeads: { values: () => [normal([3, 130, 66], 1)], others: () => [normal([66], 2)], outputs: [6, 0], attributes: { depth: 11, kinds: 3, count: 6 } },
  WorkbookJoinHeads: { values: () => [65, 65, 65, 130, 65, 130].map((tokens, seed) => normal([3, 2, tokens, 11], seed + 1)), outputs: [1, 1], attributes: { kinds: 3, count: 6 } },
}; // prettier-ignore

it.each(Object.entries(inHalf))("%s rounds what it reads and writes, and nothing else", (op, given) => {
  tf.tidy(() => {
    const halves = given.values().map((tensor) => cast(tensor, "float32", "bfloat16"));
    const singles = halves.map((tensor) => cast(tensor, "bfloat16", "float32"));
    const others = given.others?.() ?? [];
    const [typed, more] = given.outputs;
    const run = (type: "float32" | "bfloat16", values: tf.Tensor[]) =>
      nativeOp(op, { T: { type }, ...given.attributes }, [...values, ...others], typed + more);
    const expected = run("float32", singles);
    run("bfloat16", halves).forEach((tensor, index) => {
      if (index < typed) expect(difference(cast(tensor, "bfloat16", "float32"), expected[index])).toBeLessThan(2 ** -8);
      else expect(difference(tensor, expected[index])).toBeLessThan(1e-6);
    });
  });
});

it.each<[string, () => unknown, RegExp]>([
  ["a bias", () => ops.biasGelu(tf.zeros([2, 3]), tf.zeros([4])), /input 1 has shape \[4\], but there are 3 channels/],
  ["a gain", () => ops.layerNorm(tf.zeros([2, 3]), tf.zeros([4]), tf.zeros([3])), /input 1 has shape \[4\], but there are 3 channels/],
  ["heads", () => ops.divideHeads(tf.zeros([1, 2, 24]), tf.zeros([24]), 7), /x has shape \[1,2,24\], which cannot be divided into 1 blocks and 3 kinds of heads of 7 numbers/],
  ["parts", () => ops.joinHeads([tf.zeros([1, 2, 3, 4]), tf.zeros([1, 2, 5, 4])]), /input 1 has shape \[1,2,5,4\] instead of \[1,2,3,4\]/],
  ["scores", () => ops.causalSoftmax(tf.zeros([3, 2]), 1), /scores have shape \[3,2\], and not at least as many keys as queries/],
])("%s that do not fit are refused in a line", (_, run, says) => {
  expect(() => tf.tidy(run as () => tf.Tensor)).toThrow(says);
}); // prettier-ignore
