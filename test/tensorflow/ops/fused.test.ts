import { describe, expect, it } from "vitest";
import { capture, tf } from "../../../lib/tensorflow";
import * as ops from "../../../lib/tensorflow/ops";
import { cases, channels, epsilon, images } from "./cases";
import { difference, withGradients } from "./plain";

// Each op against the same written in TensorFlow.js's own ops: value and gradients, eagerly and captured.

describe.each(Object.entries(cases))("%s", (_name, { inputs, ours, plain }) => {
  it.each(["eager", "captured"])("has TensorFlow.js's value and gradients, %s", (mode) => {
    const before = tf.memory().numTensors;
    const tensors = inputs();
    const compute = (...x: tf.Tensor[]) => withGradients(ours, x);
    const captured = mode === "captured" ? capture(compute) : undefined;
    const found = (captured ?? compute)(...tensors);
    const expected = withGradients(plain, tensors);
    found.forEach((tensor, i) => expect(difference(tensor, expected[i])).toBeLessThan(1e-5));
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
