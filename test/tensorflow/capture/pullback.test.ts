import { expect, it } from "vitest";
import { capture, checkpoint, configureTensorFlow, pullback, tf } from "../../../lib/tensorflow";
import { disposedAfterEach } from "../../disposed";

configureTensorFlow({ device: "cpu", intraOpThreads: 1, interOpThreads: 2 });

const keep = disposedAfterEach();

const x = () => tf.tensor2d([[1, -2, 3], [4, 5, -6]]); // prettier-ignore
const kernel = () => tf.tensor2d([[0.1, 0.2], [0.3, -0.4], [0.5, 0.6]]); // prettier-ignore
/** The input is used twice. */
const network = (input: tf.Tensor2D, weight: tf.Tensor2D): tf.Scalar => {
  const hidden = tf.tanh(tf.matMul(input, weight));
  return tf.sum(tf.mul(hidden, tf.sum(input, 1, true)));
};

it("gives tf.grads's gradients, later, of passes in any order", () => {
  const variable = tf.variable<tf.Rank.R2>(kernel());
  const step = capture((input: tf.Tensor2D) => {
    const passes = [1, 2].map((factor) => {
      const scaled = tf.mul<tf.Tensor2D>(input, factor);
      return pullback(() => network(scaled, variable), [scaled, variable]);
    });
    const [second, first] = passes.reverse().map(({ pull }) => pull(tf.scalar(2)));
    return [...first, ...second, ...passes.map(({ y }) => y)];
  });
  keep(step, variable);
  const [ofX, ofKernel, ofTwice, ofKernelTwice, ...ys] = step(x());
  const expected = (factor: number) =>
    tf.grads(network as (...args: tf.Tensor[]) => tf.Scalar)([tf.mul(x(), factor), kernel()], tf.scalar(2));
  const pairs = [
    [ofX, expected(1)[0]],
    [ofKernel, expected(1)[1]],
    [ofTwice, expected(2)[0]],
    [ofKernelTwice, expected(2)[1]],
    [ys[0], network(tf.mul(x(), 2), kernel())],
  ];
  for (const [own, other] of pairs) expect(tf.max(tf.abs(tf.sub(own, other))).dataSync()[0]).toBeLessThan(1e-6);
});

it("may hold a part that is computed again", () => {
  const product = (value: tf.Tensor2D, [by]: readonly tf.Tensor[]) => tf.tanh(tf.matMul<tf.Tensor2D>(value, by));
  const step = capture((input: tf.Tensor2D, weight: tf.Tensor2D) => {
    const fn = () => tf.sum<tf.Scalar>(checkpoint(product, input, [weight]));
    return pullback(fn, [input, weight]).pull(tf.scalar(1));
  });
  keep(step);
  const plain = tf.grads((input, weight) => tf.sum(tf.tanh(tf.matMul(input as tf.Tensor2D, weight as tf.Tensor2D))));
  const expected = plain([x(), kernel()]);
  step(x(), kernel()).forEach((own, index) => {
    expect(tf.max(tf.abs(tf.sub(own, expected[index]))).dataSync()[0]).toBeLessThan(1e-6);
  });
});

it("keeps nothing when it has been called", () => {
  const variable = tf.variable<tf.Rank.R2>(kernel());
  const product = (value: tf.Tensor2D, [by]: readonly tf.Tensor[]) => tf.tanh(tf.matMul<tf.Tensor2D>(value, by));
  const before = tf.memory().numTensors;
  const step = capture((input: tf.Tensor2D) => {
    const fn = () => tf.add<tf.Scalar>(network(input, variable), tf.sum(checkpoint(product, input, [variable])));
    const [gradient] = pullback(fn, [variable]).pull(tf.scalar(1));
    variable.assign(tf.sub(variable, gradient));
  });
  tf.tidy(() => {
    step(x());
  });
  step.dispose();
  expect(tf.memory().numTensors).toBe(before);
  variable.dispose();
});

it("leaves the tape of an outer gradient alone", () => {
  const step = capture((input: tf.Tensor2D) =>
    tf.grad((value) => {
      const inner = pullback(() => tf.sum<tf.Scalar>(tf.square(input)), [input]).pull(tf.scalar(1))[0];
      return tf.sum(tf.mul(value, inner));
    })(input),
  );
  keep(step);
  expect(Array.from(step(x()).dataSync())).toEqual([2, -4, 6, 8, 10, -12]);
});

it("gives gradients whose updates are computed in float32, also where the passes are not", () => {
  const variable = tf.variable(tf.ones<tf.Rank.R2>([3, 2]));
  const step = capture(
    (input: tf.Tensor2D) => {
      const passes = [1, 2].map(() => pullback(() => tf.sum<tf.Scalar>(tf.matMul(input, variable)), [variable]));
      const [first, second] = passes.map(({ pull }) => pull(tf.scalar(1))[0]);
      variable.assign(tf.sub(variable, tf.mul(tf.add(first, second), 1e-4)));
    },
    { precision: "mixed_bfloat16" },
  );
  keep(step, variable);
  step(tf.ones([4, 3]));
  // In bfloat16 the next number below 1 is 0.996.
  for (const weight of variable.dataSync()) expect(weight).toBeCloseTo(1 - 8e-4, 6);
});

it("refuses a tensor on which the result does not depend, in a line", () => {
  const step = capture((input: tf.Tensor2D) => {
    const other = tf.zeros([2]);
    return pullback(() => tf.sum<tf.Scalar>(input), [input, other]).pull(tf.scalar(1));
  });
  keep(step);
  expect(() => step(x())).toThrow(
    "The result does not depend on tensor 1 of those whose gradients are wanted: leave it out.",
  );
});
