import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { capture, tf } from "../../../lib/tensorflow";
import * as ops from "../../../lib/tensorflow/ops";

// Each op against the same written in TensorFlow.js's own ops: value and gradients, eagerly and captured.

const epsilon = 1.001e-5;
type Fn = (...inputs: tf.Tensor[]) => tf.Tensor;
interface Case {
  inputs: () => tf.Tensor[];
  ours: Fn;
  plain: Fn;
}

const images = () => tf.randomNormal([3, 9, 7, 5], 1, 2, "float32", 1);
const channels = (seed: number) => tf.randomNormal([5], 0, 1, "float32", seed);
const normalised: Fn = (x, gamma, beta, mean, variance) =>
  x.sub(mean).mul(variance.add(epsilon).rsqrt()).mul(gamma).add(beta);

/** What `divideHeads` gives, one after another. */
const heads = (parts: ReturnType<typeof ops.divideHeads>): tf.Tensor =>
  parts.length === 1
    ? tf.concat(Object.values(parts[0]) as tf.Tensor[], 1)
    : tf.concat(parts.flatMap(({ query, key, value }) => [query, key, value].map((each) => each.flatten())));
/** [tokens, tokens]: large for tokens that have not come yet, else 0. */
const later = (tokens: number): tf.Tensor => tf.sub(1, tf.linalg.bandPart(tf.ones([tokens, tokens]), -1, 0)).mul(1e9);

let labels: tf.Tensor1D;
let rows: tf.Tensor2D;
let statistics: [tf.Tensor1D, tf.Tensor1D];
beforeAll(() => {
  labels = tf.tensor1d([0, 4, 2], "int32");
  rows = tf.tensor2d([[0, 4, 2], [4, 4, 1]], [2, 3], "int32"); // prettier-ignore
  statistics = [tf.randomNormal([5], 0, 1, "float32", 8), tf.randomUniform([5], 0.5, 2, "float32", 9)];
});
afterAll(() => {
  tf.dispose([labels, rows, statistics]);
});

const cases: Record<string, Case> = {
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
      ops.batchNormInference(x as tf.Tensor4D, gamma as tf.Tensor1D, beta as tf.Tensor1D, ...statistics, epsilon),
    plain: (x, gamma, beta) => normalised(x, gamma, beta, ...statistics),
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
    plain: (x) => x.mul(0.5).mul(x.mul(Math.SQRT1_2).erf().add(1)),
  },
  biasGelu: {
    inputs: () => [tf.randomNormal([3, 9, 7, 5], 0, 3, "float32", 5), channels(2)],
    ours: (x, bias) => ops.biasGelu(x, bias as tf.Tensor1D),
    plain: (x, bias) => {
      const z = x.add(bias);
      return z.mul(0.5).mul(z.mul(Math.SQRT1_2).erf().add(1));
    },
  },
  divideHeads: {
    inputs: () => [tf.randomNormal([2, 7, 24], 0, 1, "float32", 6), tf.randomNormal([24], 0, 1, "float32", 7)],
    ours: (x, bias) => heads(ops.divideHeads(x as tf.Tensor3D, bias as tf.Tensor1D, 4)),
    plain: (x, bias) => x.add(bias).reshape([2, 7, 6, 4]).transpose([0, 2, 1, 3]),
  },
  "divideHeads, of many tokens": {
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
    plain: (x, gain, bias) => {
      const centred = x.sub(x.mean(-1, true));
      return centred.mul(centred.square().mean(-1, true).add(1e-5).rsqrt()).mul(gain).add(bias);
    },
  },
  lookUp: {
    inputs: () => [tf.randomNormal([5, 4], 0, 1, "float32", 7)],
    ours: (table) => ops.lookUp(table as tf.Tensor2D, rows),
    plain: (table) => tf.gather(table, rows),
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
    inputs: () => [tf.randomNormal([3, 5], 0, 2, "float32", 4)],
    ours: (logits) => ops.sparseSoftmaxCrossEntropy(logits as tf.Tensor2D, labels),
    plain: (logits) => logits.logSoftmax().mul(tf.oneHot(labels, 5)).sum(1).neg(),
  },
};

/** A function's value, then the gradients of its sum weighted by random numbers. */
function valueAndGradients(fn: Fn, inputs: tf.Tensor[]): tf.Tensor[] {
  return tf.tidy(() => {
    const value = fn(...inputs);
    const weights = tf.tensor(
      Float32Array.from({ length: value.size }, (_, i) => Math.sin(i)),
      value.shape,
    );
    return [value, ...tf.grads((...x) => fn(...x).mul(weights).sum())(inputs)]; // prettier-ignore
  });
}

describe.each(Object.entries(cases))("%s", (_name, { inputs, ours, plain }) => {
  it.each(["eager", "captured"])("has TensorFlow.js's value and gradients, %s", (mode) => {
    const before = tf.memory().numTensors;
    const tensors = inputs();
    const compute = (...x: tf.Tensor[]) => valueAndGradients(ours, x);
    const captured = mode === "captured" ? capture(compute) : undefined;
    const found = (captured ?? compute)(...tensors);
    const expected = valueAndGradients(plain, tensors);
    expect(found.map((tensor) => tensor.shape)).toEqual(expected.map((tensor) => tensor.shape));
    found.forEach((tensor, i) => {
      const error = tf.tidy(() => tensor.sub(expected[i]).norm().div(expected[i].norm()).dataSync()[0]);
      expect(error).toBeLessThan(1e-5);
    });
    tf.dispose([tensors, found, expected]);
    captured?.dispose();
    expect(tf.memory().numTensors).toBe(before);
  });
});

it("swish stays finite far from zero", () => {
  tf.tidy(() => {
    const x = tf.tensor1d([-1e4, -100, 0, 100, 1e4]);
    const [value, gradient] = [ops.swish(x), tf.grad((each) => ops.swish(each))(x)];
    expect([...value.dataSync()].map((each) => each + 0)).toEqual([0, expect.closeTo(0), 0, 100, 1e4]);
    expect([...gradient.dataSync()]).toEqual([0, 0, 0.5, 1, 1].map((each) => expect.closeTo(each) as unknown));
  });
});

describe("batchNormTraining of images that lack a bias", () => {
  it("is that of images with it, and the bias has a gradient of zero", () => {
    tf.tidy(() => {
      const [x, gamma, beta, bias] = [images() as tf.Tensor4D, channels(2), channels(3), channels(4)] as [tf.Tensor4D, ...tf.Tensor1D[]]; // prettier-ignore
      const lacking = ops.batchNormTraining(x, gamma, beta, { epsilon, bias });
      const having = ops.batchNormTraining(x.add(bias), gamma, beta, { epsilon });
      for (const name of ["y", "mean", "variance"] as const) {
        expect(lacking[name].sub(having[name]).abs().max().dataSync()[0]).toBeLessThan(1e-5);
      }
      const loss = (...[a, b, c, d]: tf.Tensor[]): tf.Scalar =>
        tf.sum(tf.square(ops.batchNormTraining(a as tf.Tensor4D, b as tf.Tensor1D, c as tf.Tensor1D, { epsilon, bias: d as tf.Tensor1D }).y)); // prettier-ignore
      expect([...tf.grads(loss)([x, gamma, beta, bias])[3].dataSync()]).toEqual([0, 0, 0, 0, 0]);
    });
  });
});

describe("batchNormTraining's statistics", () => {
  it("are the batch's mean and population variance", () => {
    tf.tidy(() => {
      const x = images() as tf.Tensor4D;
      const { mean, variance } = ops.batchNormTraining(x, tf.ones([5]), tf.zeros([5]), { epsilon });
      const expected = tf.moments(x, [0, 1, 2]);
      expect(mean.sub(expected.mean).abs().max().dataSync()[0]).toBeLessThan(1e-5);
      expect(variance.sub(expected.variance).abs().max().dataSync()[0]).toBeLessThan(1e-5);
    });
  });

  it("of a single value are that value and 0", () => {
    tf.tidy(() => {
      const { y, mean, variance } = ops.batchNormTraining(tf.fill([1, 1, 1, 2], 3), tf.ones([2]), tf.fill([2], 0.5), {
        epsilon,
      });
      expect([...y.dataSync(), ...mean.dataSync(), ...variance.dataSync()]).toEqual([0.5, 0.5, 3, 3, 0, 0]);
    });
  });
});

it("sparseSoftmaxCrossEntropy refuses labels that are no int32", () => {
  tf.tidy(() => {
    expect(() => ops.sparseSoftmaxCrossEntropy(tf.zeros([1, 2]), tf.tensor1d([0]))).toThrow(/Labels are float32/);
  });
});

it("integers are moved bit for bit", () => {
  tf.tidy(() => {
    const integers = tf.tensor2d([[0, -1], [2 ** 31 - 1, 0x7fc00001]], [2, 2], "int32"); // prettier-ignore
    const [first, second] = ops.movedAsWords(integers, (words) => tf.unstack(words));
    expect([first.dtype, ...first.dataSync(), ...second.dataSync()]).toEqual(["int32", 0, -1, 2 ** 31 - 1, 0x7fc00001]);
    const flat = ops.movedAsWords(integers, (words) => words.flatten());
    expect([...flat.dataSync()]).toEqual([0, -1, 2 ** 31 - 1, 0x7fc00001]);
  });
});
