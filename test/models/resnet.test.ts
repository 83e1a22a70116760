import { afterEach, describe, expect, it } from "vitest";
import { modelNamed, type Model } from "../../lib/models";
import { capture, tf } from "../../lib/tensorflow";
import { randomImages } from "./random-images";

let model: Model | undefined;
afterEach(() => {
  model?.dispose();
  model = undefined;
});

describe("the family", () => {
  it.each([
    ["resnet50", 200, 23_997_512, 106],
    ["resnet50", 1000, 25_636_712, 106],
    ["resnet101", 1000, 44_707_176, 208],
    ["resnet152", 1000, 60_419_944, 310],
  ])("%s with %i classes has %i parameters, at any input size", (name, classes, parameters, statistics) => {
    model = modelNamed(name, { inputShape: [97, 33, 3], classes });
    expect(model.parameters).toBe(parameters);
    expect(model.weights.length - model.trainableWeights.length).toBe(statistics);
  });

  it("takes strides in the first block of a stack", () => {
    model = modelNamed("tinyresnet", { inputShape: [33, 65, 3], classes: 10 });
    const images = randomImages(2, 33, 1).concat(randomImages(2, 33, 2).slice([0, 0, 0, 0], [2, 33, 32, 3]), 2);
    expect(model.apply(images, { training: false }).shape).toEqual([2, 10]);
    images.dispose();
  });

  it("moves the moving statistics in training only, eagerly and captured, and leaks nothing", () => {
    model = modelNamed("tinyresnet", { inputShape: [32, 32, 3], classes: 10 });
    const images = randomImages(2, 32, 1);
    const moving = model.weights.find((weight) => weight.name === "conv5_block2_3_bn/moving_mean")!.variable;
    const isZero = () => moving.dataSync().every((value) => value === 0);
    const before = tf.memory().numTensors;
    model.apply(images, { training: false }).dispose();
    expect(isZero()).toBe(true);
    model.apply(images, { training: true }).dispose();
    expect(isZero()).toBe(false);
    expect(tf.memory().numTensors).toBe(before);
    tf.tidy(() => moving.assign(tf.zerosLike(moving)));
    const captured = capture((x: tf.Tensor4D) => model!.apply(x, { training: true }));
    captured(images).dispose();
    expect(isZero()).toBe(false);
    captured.dispose();
    images.dispose();
  });

  it("refuses what cannot be built, in one line", () => {
    expect(() => modelNamed("resnet50", { inputShape: [32, 32, 3], classes: 0 })).toThrow(
      /^resnet50: classes is 0, .*$/,
    );
  });
});
