import { describe, expect, it } from "vitest";
import { capture, nativeOp, tf } from "../../../lib/tensorflow";
import { biasAdd } from "../../../lib/tensorflow/ops";
import type { Normalized } from "../../../lib/tensorflow/ops/batch-norm/normalized";
import * as fused from "../../../lib/tensorflow/ops/batch-norm/fused-kernels";
import * as tensorflow from "../../../lib/tensorflow/ops/batch-norm/tensorflow-kernels";
import { cast, difference, weightsFor } from "./plain";

// The kernels of native/batch_norm.cc against TensorFlow's own FusedBatchNormV3, Relu, BiasAdd and AddV2, and their gradients.

type Shape = [number, number, number, number];
interface Inputs {
  x: tf.Tensor4D;
  gamma: tf.Tensor1D;
  beta: tf.Tensor1D;
  addend: tf.Tensor4D;
  bias: tf.Tensor1D;
}
type Fn = (inputs: Inputs, relu: boolean) => tf.Tensor[];

const epsilon = 1.001e-5;

// The kernels take blocks of 2^16 numbers and four rows at a time: here are one row, one channel, remainders, several blocks.
const shapes: Shape[] = [
  [1, 1, 1, 3],
  [5, 3, 7, 1],
  [3, 9, 7, 13],
  [2, 40, 41, 64],
  [1, 2, 3, 70_000],
];

/** The images' mean is large beside their deviation. */
function inputsOf(shape: Shape): Inputs {
  const vector = (seed: number) => tf.randomNormal<tf.Rank.R1>([shape[3]], 0, 1, "float32", seed);
  return {
    x: tf.randomNormal(shape, 30, 2, "float32", 1),
    gamma: vector(3),
    beta: vector(4),
    addend: tf.randomNormal(shape, -5, 3, "float32", 2),
    bias: vector(5),
  };
}

const listed = ({ y, mean, variance }: Normalized): tf.Tensor[] => [y, mean, variance];

const cases: Record<string, { names: (keyof Inputs)[]; ours: Fn; plain: Fn }> = {
  "BatchNorm of x": {
    names: ["x", "gamma", "beta"],
    ours: ({ x, gamma, beta }, relu) => listed(fused.normalize(x, gamma, beta, { epsilon, relu })),
    plain: ({ x, gamma, beta }, relu) => listed(tensorflow.normalize(x, gamma, beta, { epsilon, relu })),
  },
  "BatchNorm of x and an addend": {
    names: ["x", "gamma", "beta", "addend"],
    ours: ({ x, gamma, beta, addend }, relu) => listed(fused.normalize(x, gamma, beta, { epsilon, relu, addend })),
    plain: ({ x, gamma, beta, addend }, relu) =>
      listed(tensorflow.normalize(tf.add(x, addend), gamma, beta, { epsilon, relu })),
  },
  "BatchNorm of a block's sum, and the sum": {
    names: ["x", "gamma", "beta", "addend", "bias"],
    ours: ({ x, gamma, beta, addend, bias }, relu) => {
      const found = fused.normalizeSum({ shortcut: x, residual: addend, bias, gamma, beta }, { epsilon, relu });
      return [...listed(found), found.sum];
    },
    plain: ({ x, gamma, beta, addend, bias }, relu) => {
      const sum: tf.Tensor4D = tf.add(x, biasAdd(addend, bias));
      return [...listed(tensorflow.normalize(sum, gamma, beta, { epsilon, relu })), sum];
    },
  },
};

/**
 * The results of a function, then the gradients of y's squares and of the sum, if there is one, each number weighted by its own factor.
 * The square's gradient is 0 where the ReLU's jumps, so that a rounding error there does not make another gradient.
 */
function withGradients(fn: Fn, relu: boolean, names: (keyof Inputs)[], inputs: Inputs): tf.Tensor[] {
  return tf.tidy(() => {
    const loss = (...values: tf.Tensor[]): tf.Scalar => {
      const [y, , , sum] = fn({ ...inputs, ...Object.fromEntries(names.map((name, i) => [name, values[i]])) }, relu);
      return tf.sum(tf.mul(sum === undefined ? tf.square(y) : tf.add(tf.square(y), tf.mul(sum, 0.1)), weightsFor(y)));
    };
    return [...fn(inputs, relu), ...tf.grads(loss)(names.map((name) => inputs[name]))];
  });
}

/** The gradient of the bias: a channel's weights of the sum, added up. */
function sumsOfWeights(shape: Shape): tf.Tensor1D {
  const sums = new Float64Array(shape[3]);
  const size = shape.reduce((product, length) => product * length);
  for (let i = 0; i < size; i++) sums[i % shape[3]] += 0.1 * Math.sin(i + 1);
  return tf.tensor1d(Float32Array.from(sums));
}

describe.each(Object.entries(cases))("%s", (_, { names, ours, plain }) => {
  for (const shape of shapes) {
    for (const relu of [false, true]) {
      it.each(["eager", "captured"])(`has TensorFlow's values and gradients, [${shape}], ReLU ${relu}, %s`, (mode) => {
        const before = tf.memory().numTensors;
        const inputs = inputsOf(shape);
        const compute = (given: { inputs: Inputs }) => withGradients(ours, relu, names, given.inputs);
        const captured = mode === "captured" ? capture(compute) : undefined;
        const found = (captured ?? compute)({ inputs });
        const expected = withGradients(plain, relu, names, inputs);
        const differences = found.map((tensor, i) => difference(tensor, expected[i]));
        if (names.at(-1) === "bias") {
          // TensorFlow's gradient of the bias has the rounding errors of a sum that is truly 0: that of the normalised part.
          const sums = sumsOfWeights(shape);
          differences[differences.length - 1] = difference(found.at(-1)!, sums);
          sums.dispose();
        }
        expect(Math.max(...differences), differences.join(" ")).toBeLessThan(2e-4);
        captured?.dispose();
        tf.dispose([found, expected, Object.values(inputs)]);
        expect(tf.memory().numTensors).toBe(before);
      });
    }
  }
});

describe("in bfloat16", () => {
  const attributes = { epsilon: { float: epsilon }, relu: true };

  /** Runs an op on images as they are in bfloat16, in that type and in float32. */
  function both(op: string, images: tf.Tensor[], arrange: (images: tf.Tensor[]) => tf.Tensor[], imageOutputs: number) {
    const halves = images.map((tensor) => cast(tensor, "float32", "bfloat16"));
    const singles = halves.map((tensor) => cast(tensor, "bfloat16", "float32"));
    const outputs = 4;
    const found = nativeOp(op, { T: { type: "bfloat16" }, ...attributes }, arrange(halves), outputs);
    const expected = nativeOp(op, { T: { type: "float32" }, ...attributes }, arrange(singles), outputs);
    return found.map((tensor, i) => ({
      found: i < imageOutputs ? cast(tensor, "bfloat16", "float32") : tensor,
      expected: expected[i],
    }));
  }

  it.each(shapes)("the kernels round what they read and write, and nothing else: [%i, %i, %i, %i]", (...shape) => {
    tf.tidy(() => {
      const { x, addend, bias, gamma, beta } = inputsOf(shape);
      const forward = both("WorkbookAddBatchNorm", [x.sub(30), addend], (i) => [...i, bias, gamma, beta], 2);
      const [, , mean, variance] = forward.map(({ expected }) => expected);
      const dy = tf.randomNormal(shape, 0, 1, "float32", 6);
      const dsum = tf.randomNormal(shape, 0, 1, "float32", 7);
      const images = [dy, x.sub(30).add(addend), dsum];
      const backward = both(
        "WorkbookAddBatchNormGrad",
        images,
        ([a, b, c]) => [a, b, gamma, beta, mean, variance, c],
        1,
      );
      for (const { found, expected } of [...forward, ...backward]) {
        expect(difference(found, expected)).toBeLessThan(2 ** -6);
      }
    });
  });
});

it("images and channels that do not fit together are refused", () => {
  const normalize = () => fused.normalize(tf.zeros([1, 2, 2, 3]), tf.ones([4]), tf.zeros([4]), { epsilon });
  expect(() => tf.tidy(() => normalize().y)).toThrow(/input 1 has shape \[4\], but there are 3 channels/);
});
