import { expect, it } from "vitest";
import { capture, tf } from "../../lib/tensorflow";
import { LossScale } from "../../lib/training/loss-scale";
import { sgd } from "../../lib/training/optimizer";
import { disposedAfterEach } from "../disposed";

const keep = disposedAfterEach();

/** One weight whose gradient is an input, trained with a loss scale. */
function training(momentum: number) {
  const weight = tf.variable(tf.tensor1d([1, 2, 3]));
  const scale = new LossScale();
  const optimizer = sgd(0.5, { momentum }).bind([{ name: "weight", variable: weight }]);
  const step = capture((gradient: tf.Tensor1D, rate: tf.Scalar) => {
    const scaled = tf.mul(gradient, scale.scaled(tf.scalar(1)));
    const { gradients, isFinite } = scale.unscaled([scaled]);
    optimizer.update(gradients, rate, isFinite);
    return isFinite;
  });
  keep(weight, scale, optimizer, step);
  const values = () => [weight, ...optimizer.slots.map(({ variable }) => variable)].map((each) => [...each.dataSync()]);
  const state = () => scale.variables.map(({ variable }) => variable.dataSync()[0]);
  const update = (gradient: number[]) => step(tf.tensor1d(gradient), tf.scalar(0.5)).dataSync()[0] === 1;
  return { values, state, update, scale };
}

it.each([0, 0.9])("gradients are those without a scale, momentum %f", (momentum) => {
  const { values, update } = training(momentum);
  expect(update([1, -2, 0.5])).toBe(true);
  expect(update([1, 1, 1])).toBe(true);
  // velocity = momentum * velocity - rate * gradient; powers of 2 divide exactly
  const velocity = [1, -2, 0.5].map((gradient) => momentum * (-0.5 * gradient) - 0.5);
  values()[0].forEach((weight, index) => {
    expect(weight).toBeCloseTo([1, 2, 3][index] - 0.5 * [1, -2, 0.5][index] + velocity[index], 6);
  });
});

it.each([0, 0.9])("a gradient that is no number changes nothing but the scale, momentum %f", (momentum) => {
  const { values, state, update } = training(momentum);
  update([1, -2, 0.5]);
  const before = values();
  expect(state()).toEqual([2 ** 15, 1]);
  expect(update([1, Infinity, 0])).toBe(false);
  expect(values()).toEqual(before);
  expect(state()).toEqual([2 ** 14, 0]);
  expect(update([NaN, 1, 0])).toBe(false);
  expect(values()).toEqual(before);
  expect(state()).toEqual([2 ** 13, 0]);
});

it("the scale doubles after 2,000 updates, as Keras's does", () => {
  const { state, update, scale } = training(0);
  scale.variables[1].variable.assign(tf.scalar(1998));
  update([0, 0, 0]);
  expect(state()).toEqual([2 ** 15, 1999]);
  update([0, 0, 0]);
  expect(state()).toEqual([2 ** 16, 0]);
});
