import { expect, it } from "vitest";
import { modelNamed, multiplyAdds, type CifarResNetName, type ResNetV2Name } from "../../lib/models";
import { parameterCount, roughMultiplyAdds } from "../../lib/models/known";

const forCifar: CifarResNetName[] = ["resnet20", "resnet32", "resnet44", "resnet56"];

it.each(["resnet50v2", "resnet101v2", "resnet152v2", "resnet50", "efficientnetb0", ...forCifar])(
  "%s has as many parameters as the model that is built",
  (name) => {
    for (const classes of [1, 10]) {
      const model = modelNamed(name, { inputShape: [32, 32, 3], classes });
      expect(parameterCount(name, classes)).toBe(model.parameters);
      model.dispose();
    }
  },
);

it.each<ResNetV2Name | CifarResNetName>(["resnet50v2", "resnet101v2", "resnet152v2", ...forCifar])(
  "%s computes about as much as its layers",
  (name) => {
    for (const imageSize of [32, 128, 224]) {
      expect(roughMultiplyAdds(name, imageSize)! / multiplyAdds(name, imageSize)).toBeCloseTo(1, 1);
    }
  },
);

it("knows nothing of other models", () => {
  expect(parameterCount("tinyresnet", 10)).toBeUndefined();
  expect(roughMultiplyAdds("tinyresnet", 32)).toBeUndefined();
});
