import { tf } from "../../../lib/tensorflow";
import * as ops from "../../../lib/tensorflow/ops";
import { biasGelu, gelu, later, layerNorm, type Fn } from "./plain";

export const epsilon = 1.001e-5;
interface Case {
  inputs: () => tf.Tensor[];
  ours: Fn;
  plain: Fn;
  /** GPUs take all tokens at once. */
  inHalves?: true;
}

export const images = () => tf.randomNormal([3, 9, 7, 5], 1, 2, "float32", 1);
export const channels = (seed: number) => tf.randomNormal([5], 0, 1, "float32", seed);
const normalised: Fn = (x, gamma, beta, mean, variance) =>
  x.sub(mean).mul(variance.add(epsilon).rsqrt()).mul(gamma).add(beta);

/** What `divideHeads` gives, one after another. */
const heads = (parts: ReturnType<typeof ops.divideHeads>): tf.Tensor =>
  parts.length === 1
    ? tf.concat(Object.values(parts[0]) as tf.Tensor[], 1)
    : tf.concat(parts.flatMap(({ query, key, value }) => [query, key, value].map((each) => each.flatten())));

const labels = () => tf.tensor1d([0, 4, 2], "int32");
const rows = () => tf.tensor2d([[0, 4, 2], [4, 4, 1]], [2, 3], "int32"); // prettier-ignore
const statistics = () => [tf.linspace(-1, 1, 5), tf.linspace(0.5, 2, 5)] as const;

/** Each op, and the same written in TensorFlow.js's own ops. */
export const cases: Record<string, Case> = {
  batchNormTraining: {
    inputs: () => [images(), channels(2), channels(3)],
    ours: (x, gamma, beta) =>
      ops.batchNormTraining(x as tf.Tensor4D, gamma as tf.Tensor1D, beta as tf.Tensor1D, { epsilon }).y,
    plain: (x, gamma, beta) => {
      const mean = x.mean([0, 1, 2]);
      return normalised(x, gamma, beta, mean, x.sub(mean).square().mean([0, 1, 2]));
    },
  },
  subsample: {
    inputs: () => [images()],
    ours: (x) => ops.subsample(x as tf.Tensor4D, 2),
    plain: (x) => tf.maxPool(x as tf.Tensor4D, 1, 2, "valid"),
  },
  batchNormInference: {
    inputs: () => [images(), channels(2), channels(3)],
    ours: (x, gamma, beta) =>
      ops.batchNormInference(x as tf.Tensor4D, gamma as tf.Tensor1D, beta as tf.Tensor1D, ...statistics(), epsilon),
    plain: (x, gamma, beta) => normalised(x, gamma, beta, ...statistics()),
  },
  biasAdd: {
    inputs: () => [images(), channels(2)],
    ours: (x, bias) => ops.biasAdd(x, bias as tf.Tensor1D),
    plain: (x, bias) => x.add(bias),
  },
  relu: { inputs: () => [images()], ours: (x) => ops.relu(x), plain: (x) => x.relu() },
  gelu: {
    inputs: () => [tf.randomNormal([3, 9, 7, 5], 0, 3, "float32", 5)],
    ours: (x) => ops.gelu(x),
    plain: gelu,
  },
  biasGelu: {
    inputs: () => [tf.randomNormal([3, 9, 7, 5], 0, 3, "float32", 5), channels(2)],
    ours: (x, bias) => ops.biasGelu(x, bias as tf.Tensor1D),
    plain: biasGelu,
  },
  divideHeads: {
    inputs: () => [tf.randomNormal([2, 7, 24], 0, 1, "float32", 6), tf.randomNormal([24], 0, 1, "float32", 7)],
    ours: (x, bias) => heads(ops.divideHeads(x as tf.Tensor3D, bias as tf.Tensor1D, 4)),
    plain: (x, bias) => x.add(bias).reshape([2, 7, 6, 4]).transpose([0, 2, 1, 3]),
  },
  "divideHeads, of many tokens": {
    inHalves: true,
    inputs: () => [tf.randomNormal([2, 130, 24], 0, 1, "float32", 6), tf.randomNormal([24], 0, 1, "float32", 7)],
    ours: (x, bias) => heads(ops.divideHeads(x as tf.Tensor3D, bias as tf.Tensor1D, 4)),
    plain: (x, bias) => {
      const all = x.add(bias).reshape([2, 130, 3, 2, 4]).transpose([2, 0, 3, 1, 4]);
      const [query, key, value] = tf.unstack(all);
      const early = (each: tf.Tensor) => each.slice([0, 0, 0, 0], [-1, -1, 65, -1]);
      const late = query.slice([0, 0, 65, 0], [-1, -1, 65, -1]);
      return tf.concat([early(query), early(key), early(value), late, key, value].map((each) => each.flatten()));
    },
  },
  matMul: {
    inputs: () => [tf.randomNormal([7, 5], 0, 1, "float32", 6), tf.randomNormal([5, 3], 0, 1, "float32", 7)],
    ours: (a, b) => ops.matMul(a as tf.Tensor2D, b as tf.Tensor2D),
    plain: (a, b) => tf.matMul(a, b),
  },
  joinHeads: {
    inputs: () => [tf.randomNormal([2, 3, 7, 4], 0, 1, "float32", 6)],
    ours: (part) => ops.joinHeads([part as tf.Tensor4D]),
    plain: (part) => part.transpose([0, 2, 1, 3]).reshape([2, 7, 12]),
  },
  "joinHeads of halves": {
    inHalves: true,
    inputs: () => [6, 7].map((seed) => tf.randomNormal([2, 3, 5, 4], 0, 1, "float32", seed)),
    ours: (...parts) => ops.joinHeads(parts as tf.Tensor4D[]),
    plain: (...parts) => tf.concat(parts, 2).transpose([0, 2, 1, 3]).reshape([2, 10, 12]),
  },
  causalSoftmax: {
    inputs: () => [tf.randomNormal([2, 3, 37, 37], 0, 8, "float32", 8)],
    ours: (scores) => ops.causalSoftmax(scores, 0.3),
    plain: (scores) => tf.softmax(scores.mul(0.3).sub(later(37))),
  },
  "causalSoftmax of the last queries": {
    inputs: () => [tf.randomNormal([2, 3, 12, 37], 0, 8, "float32", 8)],
    ours: (scores) => ops.causalSoftmax(scores, 0.3),
    plain: (scores) => tf.softmax(scores.mul(0.3).sub(later(37).slice([25, 0]))),
  },
  layerNorm: {
    inputs: () => [images(), channels(2), channels(3)],
    ours: (x, gain, bias) => ops.layerNorm(x, gain as tf.Tensor1D, bias as tf.Tensor1D),
    plain: layerNorm,
  },
  "layerNorm of rows whose mean is large": {
    inputs: () => [
      tf.randomNormal([3, 67, 13], 30, 2, "float32", 1),
      ...[2, 3].map((seed) => tf.randomNormal([13], 0, 1, "float32", seed)),
    ],
    ours: (x, gain, bias) => ops.layerNorm(x, gain as tf.Tensor1D, bias as tf.Tensor1D),
    plain: layerNorm,
  },
  lookUp: {
    inputs: () => [tf.randomNormal([5, 4], 0, 1, "float32", 7)],
    ours: (table) => ops.lookUp(table as tf.Tensor2D, rows()),
    plain: (table) => tf.gather(table, rows()),
  },
  oneUse: {
    inputs: () => [images()],
    ours: (x) => ops.oneUse(x).mul(x),
    plain: (x) => x.square(),
  },
  swish: {
    inputs: () => [tf.randomNormal([3, 9, 7, 5], 0, 3, "float32", 5)],
    ours: (x) => ops.swish(x),
    plain: (x) => x.mul(x.sigmoid()),
  },
  globalAveragePool: {
    inputs: () => [images()],
    ours: (x) => ops.globalAveragePool(x as tf.Tensor4D),
    plain: (x) => x.mean([1, 2]),
  },
  channelMeans: {
    inputs: () => [images()],
    ours: (x) => ops.channelMeans(x as tf.Tensor4D),
    plain: (x) => x.mean([1, 2], true),
  },
  scaleChannels: {
    inputs: () => [images(), tf.randomNormal([3, 1, 1, 5], 0, 1, "float32", 6)],
    ours: (x, factors) => ops.scaleChannels(x as tf.Tensor4D, factors as tf.Tensor4D),
    plain: (x, factors) => x.mul(factors),
  },
  zeroPad: {
    inputs: () => [images()],
    ours: (x) => ops.zeroPad(x as tf.Tensor4D, 2),
    plain: (x) => x.pad([[0, 0], [2, 2], [2, 2], [0, 0]]), // prettier-ignore
  },
  sparseSoftmaxCrossEntropy: {
    inputs: () => [tf.randomNormal([3, 5], 0, 30, "float32", 4)],
    ours: (logits) => ops.sparseSoftmaxCrossEntropy(logits as tf.Tensor2D, labels()),
    plain: (logits) => logits.logSoftmax().mul(tf.oneHot(labels(), 5)).sum(1).neg(),
  },
  "a 1x1 convolution": {
    inputs: () => [images(), tf.randomNormal([1, 1, 5, 4], 0, 1, "float32", 2)],
    ours: (x, filter) => ops.conv2d(x as tf.Tensor4D, filter as tf.Tensor4D),
    plain: (x, filter) => tf.conv2d(x as tf.Tensor4D, filter as tf.Tensor4D, 1, "same"),
  },
  "a depthwise convolution": {
    inputs: () => [images(), tf.randomNormal([3, 3, 5, 1], 0, 1, "float32", 3)],
    ours: (x, filter) => ops.depthwiseConv2d(x as tf.Tensor4D, filter as tf.Tensor4D),
    plain: (x, filter) => tf.depthwiseConv2d(x as tf.Tensor4D, filter as tf.Tensor4D, 1, "same"),
  },
  "causal attention": {
    inputs: () => [tf.randomNormal([2, 4, 18], 0, 1, "float32", 6), tf.randomNormal([18], 0, 1, "float32", 7)],
    ours: (x, bias) =>
      ops.joinHeads(
        ops
          .divideHeads(x as tf.Tensor3D, bias as tf.Tensor1D, 3)
          .map(({ query, key, value }) => tf.matMul(ops.causalWeights(query, key), value)),
      ),
    plain: (x, bias) => {
      const [query, key, value] = tf.unstack(x.add(bias).reshape([2, 4, 3, 2, 3]).transpose([2, 0, 3, 1, 4]));
      const weights = tf.softmax(tf.matMul(query, key, false, true).div(Math.sqrt(3)).sub(later(4)));
      return tf.matMul(weights, value).transpose([0, 2, 1, 3]).reshape([2, 4, 6]);
    },
  },
};
