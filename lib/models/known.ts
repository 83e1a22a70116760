/** A model of the published studies. Its last layer has a weight for each feature and class, and a bias for each class. */
interface KnownModel {
  /** Parameters of all layers but the last, trainable or not. */
  parametersBelow: number;
  features: number;
  /** Multiply-adds of the forward pass, for each pixel of an image. For small images this is less exact, because of the edges. */
  multiplyAddsPerPixel: number;
}

// The multiply-adds of ResNet V2 are those that `multiplyAdds` computes for 128 x 128 pixels, and those of the ResNets for CIFAR-10 for
// 32 x 32; the others are published for 224 x 224.
const models: Partial<Record<string, KnownModel>> = {
  resnet50v2: { parametersBelow: 23_564_800, features: 2048, multiplyAddsPerPixel: 1.14e9 / 128 ** 2 },
  resnet101v2: { parametersBelow: 42_626_560, features: 2048, multiplyAddsPerPixel: 2.35e9 / 128 ** 2 },
  resnet152v2: { parametersBelow: 58_331_648, features: 2048, multiplyAddsPerPixel: 3.56e9 / 128 ** 2 },
  resnet50: { parametersBelow: 23_587_712, features: 2048, multiplyAddsPerPixel: 4e9 / 224 ** 2 },
  resnet20: { parametersBelow: 273_008, features: 64, multiplyAddsPerPixel: 4.08e7 / 32 ** 2 },
  resnet32: { parametersBelow: 468_336, features: 64, multiplyAddsPerPixel: 6.91e7 / 32 ** 2 },
  resnet44: { parametersBelow: 663_664, features: 64, multiplyAddsPerPixel: 9.74e7 / 32 ** 2 },
  resnet56: { parametersBelow: 858_992, features: 64, multiplyAddsPerPixel: 1.257e8 / 32 ** 2 },
  efficientnetb0: { parametersBelow: 4_049_571, features: 1280, multiplyAddsPerPixel: 0.39e9 / 224 ** 2 },
};

/** The number of parameters of one of the studies' models, without building it; undefined for any other model. */
export function parameterCount(model: string, classes: number): number | undefined {
  const known = models[model];
  return known && known.parametersBelow + (known.features + 1) * classes;
}

/** Roughly the multiply-adds of the forward pass of one of the studies' models on one image; undefined for any other model. */
export function roughMultiplyAdds(model: string, imageSize: number): number | undefined {
  const known = models[model];
  return known && known.multiplyAddsPerPixel * imageSize ** 2;
}
