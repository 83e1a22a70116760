import { expect, it } from "vitest";
import { multiplyAdds, type ResNetV2Name } from "../../lib/models";

// From Keras 3.15.1: kernel size x output rows x output columns, summed over the Conv2D and Dense layers of
// keras.applications' models with 10 classes.
const keras: [ResNetV2Name, number, number][] = [
  ["resnet50v2", 32, 71_045_120],
  ["resnet50v2", 75, 479_660_800],
  ["resnet50v2", 128, 1_136_414_720],
  ["resnet50v2", 224, 3_480_227_840],
  ["resnet101v2", 75, 953_158_400],
  ["resnet101v2", 128, 2_348_568_576],
  ["resnet152v2", 32, 222_564_352],
  ["resnet152v2", 75, 1_426_656_000],
  ["resnet152v2", 128, 3_560_722_432],
];

it.each(keras)("%s at %i pixels takes as many multiply-adds as Keras's layers", (name, imageSize, expected) => {
  expect(multiplyAdds(name, imageSize)).toBe(expected);
});

it("counts the last layer by its classes", () => {
  expect(multiplyAdds("resnet50v2", 64, 1000) - multiplyAdds("resnet50v2", 64, 10)).toBe(990 * 2048);
});
