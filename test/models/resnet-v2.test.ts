import { afterEach, describe, expect, it } from "vitest";
import { modelNamed, modelNames, resNet50V2, type Model } from "../../lib/models";
import { tf } from "../../lib/tensorflow";
import { randomImages } from "./random-images";

let model: Model | undefined;
afterEach(() => {
  model?.dispose();
  model = undefined;
});

describe("the family", () => {
  it.each([
    ["resnet50v2", 10, 23_585_290],
    ["resnet50v2", 1000, 25_613_800],
    ["resnet101v2", 1000, 44_675_560],
    ["resnet152v2", 1000, 60_380_648],
  ])("%s with %i classes has %i parameters, at any input size", (name, classes, parameters) => {
    model = modelNamed(name, { inputShape: [97, 33, 3], classes });
    expect(model.parameters).toBe(parameters);
    expect(model.weights.length - model.trainableWeights.length).toBe(name === "resnet50v2" ? 98 : name === "resnet101v2" ? 200 : 302); // prettier-ignore
  });

  it("draws the same weights from the same seed, whatever was drawn before", () => {
    const kernels = (seed: number) =>
      tf.tidy(() => {
        const made = modelNamed("tinyresnetv2", { inputShape: [32, 32, 3], classes: 10, seed });
        const values = made.weights.filter((w) => w.name.endsWith("kernel")).map((w) => w.variable.dataSync());
        made.dispose();
        return values;
      });
    const first = kernels(3);
    tf.randomUniform([10]).dispose();
    expect(kernels(3)).toEqual(first);
    expect(kernels(4)).not.toEqual(first);
    // No two kernels start alike.
    expect(new Set(first.map((values) => values[0])).size).toBe(first.length);
  });

  it("starts from Keras's initializers", () => {
    model = modelNamed("tinyresnetv2", { inputShape: [32, 32, 3], classes: 10 });
    for (const { name, variable } of model.weights) {
      const values = variable.dataSync();
      const kind = name.slice(name.lastIndexOf("/") + 1);
      if (kind === "kernel") {
        const [height, width, channelsIn, filters] = [1, 1, ...variable.shape].slice(-4);
        const limit = Math.sqrt(6 / (height * width * (channelsIn + filters)));
        expect(Math.max(...values.map(Math.abs)), name).toBeLessThanOrEqual(limit * (1 + 1e-6));
        if (values.length > 500) expect(Math.max(...values), name).toBeGreaterThan(0.98 * limit);
      } else {
        const value = kind === "gamma" || kind === "moving_variance" ? 1 : 0;
        expect(values.every((v) => v === value), name).toBe(true); // prettier-ignore
      }
    }
  });

  it("moves the moving statistics in training only, and leaks nothing", () => {
    model = modelNamed("tinyresnetv2", { inputShape: [32, 32, 3], classes: 10 });
    const images = randomImages(2, 32, 1);
    const moving = model.weights.find((w) => w.name === "post_bn/moving_mean")!.variable;
    const before = tf.memory().numTensors;
    model.apply(images, { training: false }).dispose();
    expect(moving.dataSync().every((value) => value === 0)).toBe(true);
    model.apply(images, { training: true }).dispose();
    expect(moving.dataSync().every((value) => value === 0)).toBe(false);
    expect(tf.memory().numTensors).toBe(before);
    images.dispose();
  });

  it("frees its weights, and may exist twice", () => {
    const before = tf.memory().numTensors;
    const options = { inputShape: [32, 32, 3] as [number, number, number], classes: 2 };
    const two = [modelNamed("tinyresnetv2", options), modelNamed("tinyresnetv2", options)];
    expect(tf.memory().numTensors).toBe(before + 2 * two[0].weights.length);
    two.forEach((each) => {
      each.dispose();
    });
    expect(tf.memory().numTensors).toBe(before);
  });
});

describe("what cannot be built", () => {
  const shape: [number, number, number] = [32, 32, 3];
  it.each([
    [() => modelNamed("resnet18", { inputShape: shape, classes: 10 }), /no model "resnet18".*resnet50v2/],
    [() => resNet50V2({ inputShape: [32.5, 32, 3], classes: 10 }), /inputShape is \[32\.5, 32, 3\]/],
    [() => resNet50V2({ inputShape: shape, classes: 0 }), /classes is 0/],
    [() => modelNamed("resnet152v2", { inputShape: shape, classes: 10, seed: -1 }), /seed is -1/],
  ])("is refused in one line", (build, message) => {
    expect(build).toThrow(message);
  });

  it("refuses images of another size, with both sizes", () => {
    model = modelNamed("tinyresnetv2", { inputShape: shape, classes: 10 });
    const images = randomImages(1, 33, 1);
    expect(() => model!.apply(images, { training: false })).toThrow(/32x32x3.*\[1, 33, 33, 3\]/);
    images.dispose();
  });

  it("knows its members by name", () => {
    expect(modelNames).toContain("resnet50v2");
    model = modelNamed("TinyResNetV2", { inputShape: shape, classes: 3 });
    expect(model.name).toBe("tinyresnetv2");
  });
});
