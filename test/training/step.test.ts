import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OneDeviceStrategy } from "../../lib/strategy";
import { tf } from "../../lib/tensorflow";
import { sgd } from "../../lib/training/optimizer";
import { evaluationStep, trainingStep, type Decoder } from "../../lib/training/step";
import { tinyModel } from "./tiny-model";

interface Golden {
  images: number[][];
  labels: number[][];
  shape: [number, number, number, number];
  runs: {
    momentum: number;
    rates: number[];
    before: { name: string; shape: number[]; values: number[] }[];
    after: { name: string; values: number[] }[];
    losses: number[];
    correct: number[];
    test: { loss: number; correct: number };
  }[];
}

const golden = JSON.parse(readFileSync(join(__dirname, "..", "golden", "sgd.json"), "utf8")) as Golden;
const strategy = new OneDeviceStrategy();
const asGiven: Decoder = {
  decode: ([images, labels]) => ({ images: images as tf.Tensor4D, labels: labels as tf.Tensor1D }),
};

function batch(step: number): tf.Tensor[] {
  return [tf.tensor4d(golden.images[step], golden.shape), tf.tensor1d(golden.labels[step], "int32")];
}

describe.each(golden.runs)("the captured step, against Keras's SGD with momentum $momentum", (run) => {
  it("gives the same losses, hits and weights, with a rate that changes and one capture", async () => {
    const [size] = golden.shape.slice(1);
    const model = tinyModel({ size, classes: 3 });
    model.weights.forEach(({ name, variable }, index) => {
      expect(run.before[index]).toMatchObject({ name, shape: variable.shape });
      variable.assign(tf.tensor(run.before[index].values, variable.shape));
    });
    const optimizer = sgd((step) => run.rates[step], { momentum: run.momentum });
    const bound = optimizer.bind(model.trainableWeights);
    const parts = { model, strategy, precision: "float32" as const };
    const step = trainingStep(parts, asGiven, bound);
    for (const [index, expected] of run.losses.entries()) {
      const { loss, correct } = step(batch(index), tf.scalar(optimizer.learningRate(index)));
      expect((await loss.data())[0]).toBeCloseTo(expected, 5);
      expect((await correct.data())[0]).toBe(run.correct[index]);
    }
    expect(step.captures).toBe(1);
    for (const [index, { name, variable }] of model.weights.entries()) {
      const expected = run.after[index].values;
      (await variable.data()).forEach((value, at) => {
        expect(Math.abs(value - expected[at]), `${name}[${at}]`).toBeLessThan(1e-5);
      });
    }
    const test = evaluationStep(parts, asGiven)(batch(0));
    expect((await test.loss.data())[0] / golden.labels[0].length).toBeCloseTo(run.test.loss, 5);
    expect((await test.correct.data())[0]).toBe(run.test.correct);
  });
});

describe("sgd", () => {
  it("keeps one velocity a weight, or none without momentum", () => {
    const model = tinyModel();
    const slots = sgd(0.1, { momentum: 0.9 }).bind(model.trainableWeights).slots;
    expect(slots.map(({ name }) => name)).toEqual(model.trainableWeights.map(({ name }) => `${name}/momentum`));
    expect(sgd(0.1).bind(model.trainableWeights).slots).toEqual([]);
  });

  it.each([
    [() => sgd(0), /learning rate is 0, but must be/],
    [() => sgd(NaN), /learning rate is NaN/],
    [() => sgd(0.1, { momentum: 1 }), /momentum is 1, but must be at least 0 and less than 1/],
    [() => sgd((step) => 0.1 - step).learningRate(3), /rate of step 3 is -2.9/],
  ])("refuses what it cannot use", (make, expected) => {
    expect(make).toThrow(expected);
  });
});
