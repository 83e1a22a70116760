import { expect, it } from "vitest";
import { capture, configureTensorFlow, rehearseGpus, tf } from "../../../lib/tensorflow";
import * as ops from "../../../lib/tensorflow/ops";

// What ops choose on GPUs gives the same numbers here: single ops run on the CPU in a rehearsal, too.
rehearseGpus(1);
configureTensorFlow({ deterministic: true });

type Fn = (...inputs: tf.Tensor[]) => tf.Tensor;

const images = (channels = 3) => tf.randomNormal<tf.Rank.R4>([2, 8, 6, channels], 0, 1, "float32", 1);

it.each<{ name: string; inputs: tf.Tensor[]; ours: Fn; plain: Fn }>([
  {
    name: "the global average",
    inputs: [images()],
    ours: (x) => ops.globalAveragePool(x as tf.Tensor4D),
    plain: (x) => x.mean([1, 2]),
  },
  {
    name: "a 1x1 convolution",
    inputs: [images(), tf.randomNormal([1, 1, 3, 4], 0, 1, "float32", 2)],
    ours: (x, filter) => ops.conv2d(x as tf.Tensor4D, filter as tf.Tensor4D),
    plain: (x, filter) => tf.conv2d(x as tf.Tensor4D, filter as tf.Tensor4D, 1, "same"),
  },
  {
    name: "a depthwise convolution",
    inputs: [images(), tf.randomNormal([3, 3, 3, 1], 0, 1, "float32", 3)],
    ours: (x, filter) => ops.depthwiseConv2d(x as tf.Tensor4D, filter as tf.Tensor4D),
    plain: (x, filter) => tf.depthwiseConv2d(x as tf.Tensor4D, filter as tf.Tensor4D, 1, "same"),
  },
  {
    name: "GELU of a sum with a bias",
    inputs: [tf.randomNormal([2, 3, 5], 0, 2, "float32", 4), tf.randomNormal([5], 0, 1, "float32", 5)],
    ours: (x, bias) => ops.biasGelu(x, bias as tf.Tensor1D),
    plain: (x, bias) => {
      const z = x.add(bias);
      return z.mul(0.5).mul(z.mul(Math.SQRT1_2).erf().add(1));
    },
  },
  {
    name: "layer normalization",
    inputs: [[2, 3, 5], [5], [5]].map((shape, seed) => tf.randomNormal(shape, 1, 2, "float32", seed)), // prettier-ignore
    ours: (x, gain, bias) => ops.layerNorm(x, gain as tf.Tensor1D, bias as tf.Tensor1D),
    plain: (x, gain, bias) => {
      const centred = x.sub(x.mean(-1, true));
      return centred.mul(centred.square().mean(-1, true).add(1e-5).rsqrt()).mul(gain).add(bias);
    },
  },
  {
    name: "causal attention",
    inputs: [tf.randomNormal([2, 4, 18], 0, 1, "float32", 6), tf.randomNormal([18], 0, 1, "float32", 7)],
    ours: (x, bias) =>
      ops.joinHeads(
        ops
          .divideHeads(x as tf.Tensor3D, bias as tf.Tensor1D, 3)
          .map(({ query, key, value }) => tf.matMul(ops.causalSoftmax(tf.matMul(query, key, false, true), 0.5), value)),
      ),
    plain: (x, bias) => {
      const [query, key, value] = tf.unstack(x.add(bias).reshape([2, 4, 3, 2, 3]).transpose([2, 0, 3, 1, 4]));
      const later = tf.sub(1, tf.linalg.bandPart(tf.ones([4, 4]), -1, 0)).mul(1e9);
      const weights = tf.softmax(tf.matMul(query, key, false, true).mul(0.5).sub(later));
      return tf.matMul(weights, value).transpose([0, 2, 1, 3]).reshape([2, 4, 6]);
    },
  },
  {
    name: "cross-entropy that gives the same bits on every run",
    inputs: [tf.randomNormal([4, 6], 0, 30, "float32", 8)],
    ours: (x) => ops.sparseSoftmaxCrossEntropy(x as tf.Tensor2D, tf.tensor1d([5, 0, 2, 2], "int32")),
    plain: (x) =>
      tf
        .logSoftmax(x)
        .mul(tf.oneHot(tf.tensor1d([5, 0, 2, 2], "int32"), 6))
        .sum(1)
        .neg(),
  },
])("$name and its gradients as on GPUs", ({ inputs, ours, plain }) => {
  const all = (fn: Fn): tf.Tensor[] => [fn(...inputs), ...tf.grads((...x) => fn(...x).square().sum())(inputs)]; // prettier-ignore
  const expected = all(plain);
  all(ours).forEach((tensor, index) => {
    expect(tensor.shape).toEqual(expected[index].shape);
    expect(tensor.sub(expected[index]).abs().max().div(expected[index].abs().max()).dataSync()[0]).toBeLessThan(1e-5);
  });
});

it("a step without a deterministic kernel is refused before it runs, by its op's name", () => {
  const pool = tf.grad((x) => tf.maxPool(x as tf.Tensor4D, 2, 2, "valid"));
  const resize = (x: tf.Tensor) => tf.image.resizeNearestNeighbor(x as tf.Tensor4D, [4, 4]);
  capture(pool).prepare(images());
  capture(resize).prepare(images());
  expect(() => capture(pool, { name: "pooling", xla: true }).prepare(images())).toThrow(
    "pooling has MaxPoolGrad, for which TensorFlow has no deterministic kernel for GPUs by XLA: leave --deterministic or --xla out, or take a network without it.",
  );
  expect(() => capture(tf.grad(resize), { name: "resizing" }).prepare(images())).toThrow(
    /^resizing has ResizeNearestNeighborGrad, .* on GPUs: leave --deterministic out, or take a network without it\.$/,
  );
});

it("devices are the CPU and the rehearsed GPUs", async () => {
  const { deviceNames } = await import("../../../lib/tensorflow");
  expect(deviceNames()).toEqual(["CPU:0", "GPU:0"]);
});
