import { join } from "node:path";
import { expect, it } from "vitest";
import type { Model } from "../../lib/models";
import { readRun } from "../../lib/runs/record";
import { capture, tf } from "../../lib/tensorflow";
import { LossScale } from "../../lib/training/loss-scale";
import { sgd } from "../../lib/training/optimizer";
import { disposedAfterEach } from "../disposed";
import { temporaryFolder } from "../temporary";
import { tinyFit, validations } from "./tiny-fit";

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

it("the scale does not fall below 1, where an update that is left out is said", () => {
  const { state, update, scale } = training(0);
  scale.variables[0].variable.assign(tf.scalar(2));
  update([NaN, 0, 0]);
  update([NaN, 0, 0]);
  expect(state()).toEqual([1, 0]);
  expect(() => scale.refuseStandstill()).toThrow(
    "The gradients are no finite numbers even with a loss scale of 1, so the weights do not change any more: " +
      "take a lower learning rate, or another precision.",
  );
  update([0, 0, 0]);
  expect(() => scale.refuseStandstill()).not.toThrow();
});

it("statistics of a batch that overflows stay as they were", () => {
  const scale = new LossScale();
  const moving = tf.variable(tf.tensor1d([1, 2]), false);
  const step = capture((batch: tf.Tensor1D) =>
    scale.keepingFinite([moving], () => {
      moving.assign(tf.add(tf.mul(moving, 0.5), tf.mul(batch, 0.5)));
      return tf.sum(batch);
    }),
  );
  keep(scale, moving, step);
  step(tf.tensor1d([3, 4]));
  expect([...moving.dataSync()]).toEqual([2, 3]);
  step(tf.tensor1d([NaN, 5]));
  expect([...moving.dataSync()]).toEqual([2, 4]);
  step(tf.tensor1d([2, -Infinity]));
  expect([...moving.dataSync()]).toEqual([2, 4]);
});

it("a training whose gradients stay no numbers ends as failed, and keeps statistics that are numbers", async () => {
  const file = join(temporaryFolder("standstill"), "run.json");
  const overflowing = (model: Model): Model => ({
    ...model,
    apply: (images, pass) => model.apply(pass.training ? tf.mul(images, Infinity) : images, pass),
  });
  const fitted = tinyFit({ precision: "mixed_float16", record: file, epochs: 9 }, { wrap: overflowing });
  await expect(fitted).rejects.toThrow(/even with a loss scale of 1/);
  const run = await readRun(file);
  expect(run.outcome).toBe("failed");
  // 15 updates halve the scale from 2^15 to 1, and an epoch has 6. Tests normalise by the statistics.
  expect(validations(run).map(([loss]) => Number.isFinite(loss))).toEqual([true, true, false]);
});

it("the scale doubles after 2,000 updates, as Keras's does", () => {
  const { state, update, scale } = training(0);
  scale.variables[1].variable.assign(tf.scalar(1998));
  update([0, 0, 0]);
  expect(state()).toEqual([2 ** 15, 1999]);
  update([0, 0, 0]);
  expect(state()).toEqual([2 ** 16, 0]);
});
