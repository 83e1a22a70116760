import { describe, expect, it } from "vitest";
import {
  modelNamed,
  modelNames,
  multiplyAdds,
  resNet50V2,
  type CifarResNetName,
  type ResNetV2Name,
} from "../../lib/models";
import { parameterCount, roughMultiplyAdds } from "../../lib/models/known";
import { capture, tf } from "../../lib/tensorflow";
import { disposedAfterEach } from "../disposed";
import { randomImages } from "./random-images";

const inputShape: [number, number, number] = [32, 32, 3];
const forCifar: CifarResNetName[] = ["resnet20", "resnet32", "resnet44", "resnet56"];

const keep = disposedAfterEach();

describe("the published models", () => {
  // As Keras counts them; those for CIFAR-10 as test/golden/make_fixture.py builds them with Keras 3.15.1.
  it.each<[name: string, counts: [classes: number, parameters: number][], notTrained: number]>([
    ["resnet50", [[1000, 25_636_712], [200, 23_997_512]], 53_120],
    ["resnet101", [[1000, 44_707_176]], 105_344],
    ["resnet152", [[1000, 60_419_944]], 151_424],
    ["resnet50v2", [[1000, 25_613_800], [10, 23_585_290]], 45_440],
    ["resnet101v2", [[1000, 44_675_560]], 97_664],
    ["resnet152v2", [[1000, 60_380_648]], 143_744],
    ["resnet20", [[10, 273_658]], 1_376],
    ["resnet32", [[10, 468_986]], 2_272],
    ["resnet44", [[10, 664_314]], 3_168],
    ["resnet56", [[10, 859_642]], 4_064],
    ["efficientnetb0", [[10, 4_062_381], [200, 4_305_771], [1000, 5_330_571]], 42_023],
  ])("%s has the parameters %j, of which %i are not trained, at any input size", (name, counts, notTrained) => {
    const [[built]] = counts;
    const model = keep(modelNamed(name, { inputShape: [97, 33, 3], classes: built }));
    const trained = model.trainableWeights.reduce((sum, { variable }) => sum + variable.size, 0);
    expect(model.parameters - trained).toBe(notTrained);
    // More classes need more of the last layer alone.
    const [features] = model.weights.find((weight) => weight.name === "predictions/kernel")!.variable.shape;
    const isKnown = name !== "resnet101" && name !== "resnet152"; // which no study has
    for (const [classes, parameters] of counts) {
      expect(model.parameters + (classes - built) * (features + 1)).toBe(parameters);
      expect(parameterCount(name, classes)).toBe(isKnown ? parameters : undefined);
      expect(parameterCount(name, classes + 1)).toBe(isKnown ? parameters + features + 1 : undefined);
    }
  }); // prettier-ignore

  it.each<ResNetV2Name | CifarResNetName>(["resnet50v2", "resnet101v2", "resnet152v2", ...forCifar])(
    "%s computes about as much as its layers",
    (name) => {
      for (const imageSize of [32, 128, 224]) {
        expect(roughMultiplyAdds(name, imageSize)! / multiplyAdds(name, imageSize)).toBeCloseTo(1, 1);
      }
    },
  );

  it("are the only ones of which anything is known without building them", () => {
    expect(parameterCount("tinyresnet", 10)).toBeUndefined();
    expect(roughMultiplyAdds("tinyresnet", 32)).toBeUndefined();
  });
});

describe("a network", () => {
  it("draws the same weights from the same seed, whatever was drawn before", () => {
    const kernels = (seed: number) =>
      tf.tidy(() => {
        const made = modelNamed("tinyresnetv2", { inputShape, classes: 10, seed });
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

  it("of ResNet takes strides in the first block of a stack", () => {
    const model = keep(modelNamed("tinyresnet", { inputShape: [33, 65, 3], classes: 10 }));
    const images = randomImages(2, 33, 1).concat(randomImages(2, 33, 2).slice([0, 0, 0, 0], [2, 33, 32, 3]), 2);
    expect(model.apply(images, { training: false }).shape).toEqual([2, 10]);
    images.dispose();
  });

  it("moves the moving statistics in training only, eagerly and captured, and leaks nothing", () => {
    const model = keep(modelNamed("tinyresnet", { inputShape, classes: 10 }));
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
    const captured = capture((x: tf.Tensor4D) => model.apply(x, { training: true }));
    captured(images).dispose();
    expect(isZero()).toBe(false);
    captured.dispose();
    images.dispose();
  });

  it("frees its weights, and may exist twice", () => {
    const before = tf.memory().numTensors;
    const options = { inputShape, classes: 2 };
    const two = [modelNamed("tinyresnetv2", options), modelNamed("tinyresnetv2", options)];
    expect(tf.memory().numTensors).toBe(before + 2 * two[0].weights.length);
    two.forEach((each) => each.dispose());
    expect(tf.memory().numTensors).toBe(before);
  });

  it("knows its members by name", () => {
    expect(modelNames).toContain("resnet50v2");
    const model = keep(modelNamed("TinyResNetV2", { inputShape, classes: 3 }));
    expect(model.name).toBe("tinyresnetv2");
  });
});

describe("what cannot be built", () => {
  it.each([
    [() => modelNamed("resnet18", { inputShape, classes: 10 }), /no model "resnet18".*resnet50v2/],
    [() => resNet50V2({ inputShape: [32.5, 32, 3], classes: 10 }), /inputShape is \[32\.5, 32, 3\]/],
    [() => modelNamed("resnet50", { inputShape, classes: 0 }), /^resnet50: classes is 0, .*$/],
    [() => modelNamed("resnet152v2", { inputShape, classes: 10, seed: -1 }), /seed is -1/],
  ])("is refused in one line (%#)", (build, message) => {
    expect(build).toThrow(message);
  });

  it("refuses images of another size, with both sizes", () => {
    const model = keep(modelNamed("tinyresnetv2", { inputShape, classes: 10 }));
    const images = randomImages(1, 33, 1);
    expect(() => model.apply(images, { training: false })).toThrow(/32x32x3.*\[1, 33, 33, 3\]/);
    images.dispose();
  });
});
