import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { modelNamed } from "../../lib/models";
import * as layers from "../../lib/models/layers";
import { capture, setRandomSeed, tf } from "../../lib/tensorflow/engine";
import { disposedAfterEach } from "../disposed";
import { randomImages } from "./random-images";

vi.mock("../../lib/models/layers", { spy: true });

const inputShape: [number, number, number] = [32, 32, 3];
const keep = disposedAfterEach();
let images: tf.Tensor4D;
beforeEach(() => void (images = keep(tf.tidy(() => tf.mul<tf.Tensor4D>(randomImages(4, 32, 1), 255)))));

describe("the family", () => {
  it("keeps Normalization's constants apart from BatchNorm's moving statistics", () => {
    const model = keep(modelNamed("tinyefficientnet", { inputShape, classes: 10 }));
    const constants = model.weights.filter(({ constant }) => constant);
    expect(constants.map(({ name, variable }) => [name, [...variable.dataSync()]])).toEqual([
      ["normalization/mean", [0, 0, 0]],
      ["normalization/variance", [1, 1, 1]],
      ["normalization/count", [0]],
    ]);
    model.apply(images, { training: true }).dispose();
    expect(constants.map(({ variable }) => variable.dataSync()[0])).toEqual([0, 1, 0]);
  });
});

describe("what is dropped at random", () => {
  it("is what Keras drops: images before a shortcut, features before the last layer", () => {
    const golden = JSON.parse(readFileSync(join(__dirname, "../golden/models.json"), "utf8")) as {
      models: { efficientnetb0: { dropout: [rate: number, wholeImages: boolean][] } };
    };
    const model = keep(modelNamed("efficientnetb0", { inputShape, classes: 10 }));
    const dropout = vi.mocked(layers.dropout).mockClear();
    model.apply(images, { training: true }).dispose();
    const shapes = dropout.mock.calls.map(([, rate, shape]) => [expect.closeTo(rate, 12) as unknown, shape]);
    expect(
      golden.models.efficientnetb0.dropout.map(([rate, whole]) => [rate, whole ? [4, 1, 1, 1] : undefined]),
    ).toEqual(shapes);
    dropout.mockClear();
    model.apply(images, { training: false }).dispose();
    expect(dropout).not.toHaveBeenCalled();
  });

  it("are whole images in stochastic depth, the others scaled up", () => {
    const kept = keep(capture(() => layers.dropout(tf.ones([1000, 2, 3, 4]), 0.2, [1000, 1, 1, 1])));
    const values = tf.tidy(() => kept().reshape([1000, 24]).arraySync() as number[][]);
    for (const image of values) expect(new Set(image).size).toBe(1);
    const share = values.filter(([value]) => value > 0).length / 1000;
    expect(Math.abs(share - 0.8)).toBeLessThan(5 * Math.sqrt(0.16 / 1000));
    expect(Math.max(...values.map(([value]) => value))).toBeCloseTo(1.25, 6);
  });

  it("differs from call to call of a captured step, and is the same again from the same seed", () => {
    const model = keep(modelNamed("tinyefficientnet", { inputShape, classes: 10 }));
    const forward = keep(capture((x: tf.Tensor4D) => model.apply(x, { training: true })));
    const calls = () => {
      setRandomSeed(5);
      return [1, 2, 3].map(() => tf.tidy(() => String(forward(images).dataSync())));
    };
    const first = calls();
    expect(new Set(first).size).toBe(3);
    expect(calls()).toEqual(first);
    expect(forward.captures).toBe(1);
  });

  it("is nothing without dropout", () => {
    const model = keep(modelNamed("tinyefficientnet", { inputShape, classes: 10, dropout: false }));
    const forward = keep(capture((x: tf.Tensor4D) => model.apply(x, { training: true })));
    const [first, second] = [1, 2].map(() => tf.tidy(() => String(forward(images).dataSync())));
    expect(first).toBe(second);
  });
});
