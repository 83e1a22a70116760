import { afterEach, describe, expect, it } from "vitest";
import { modelNamed, type Model } from "../../lib/models";

let model: Model | undefined;
afterEach(() => {
  model?.dispose();
  model = undefined;
});

describe("the ResNets for CIFAR-10", () => {
  // From Keras 3.15.1, as test/golden/make_fixture.py builds them.
  it.each([
    ["resnet20", 272_282, 1_376],
    ["resnet32", 466_714, 2_272],
    ["resnet44", 661_146, 3_168],
    ["resnet56", 855_578, 4_064],
  ])("%s with 10 classes has %i trainable weights and %i moving statistics", (name, trainable, moving) => {
    model = modelNamed(name, { inputShape: [32, 32, 3], classes: 10 });
    expect(model.trainableWeights.reduce((sum, { variable }) => sum + variable.size, 0)).toBe(trainable);
    expect(model.parameters).toBe(trainable + moving);
    const depth = Number(name.slice(6));
    expect(model.trainableWeights.filter(({ name }) => /(_[12]_conv|conv1_conv|predictions)\/kernel$/.test(name)).length).toBe(depth); // prettier-ignore
    expect(model.blocks).toHaveLength((depth - 2) / 2);
  });

  it("start from Keras's he_normal", () => {
    model = modelNamed("resnet20", { inputShape: [32, 32, 3], classes: 10, seed: 4 });
    for (const { name, variable } of model.weights.filter(({ name }) => name.endsWith("_conv/kernel"))) {
      const values = variable.dataSync<"float32">();
      const [height, width, channels] = variable.shape;
      const deviation = Math.sqrt(2 / (height * width * channels));
      const measured = Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0) / values.length);
      expect(Math.abs(measured / deviation - 1), name).toBeLessThan(5 / Math.sqrt(2 * values.length));
      // The normal distribution is cut off at two of its own deviations, and then widened.
      expect(Math.max(...values.map(Math.abs)), name).toBeLessThanOrEqual(2.274 * deviation);
    }
  });
});
