// These sizes have a file of their own, so that whoever only counts need not load TensorFlow.

/** A stack of residual blocks: their number and their filters. The output of a block of three convolutions has 4 times as many channels. */
export type Stack = [blocks: number, filters: number];

/** He et al. (2016), "Deep Residual Learning for Image Recognition", by the number of layers. */
export const stacksOf = {
  50: [[3, 64], [4, 128], [6, 256], [3, 512]],
  101: [[3, 64], [4, 128], [23, 256], [3, 512]],
  152: [[3, 64], [8, 128], [36, 256], [3, 512]],
  // Not in the paper: the same layers with few filters, for tests and first tries.
  tiny: [[3, 4], [2, 4], [2, 8], [2, 8]],
} satisfies Record<string, Stack[]>; // prettier-ignore

// He et al. (2016), "Identity Mappings in Deep Residual Networks", as keras.applications.resnet_v2 builds them.
export const resNetV2Stacks = {
  resnet50v2: stacksOf[50],
  resnet101v2: stacksOf[101],
  resnet152v2: stacksOf[152],
  tinyresnetv2: stacksOf.tiny,
};

export type ResNetV2Name = keyof typeof resNetV2Stacks;

// The same paper, section 4.2: 6n + 2 layers for CIFAR-10.
const cifarStacks = (blocks: number, filters = 16): Stack[] => [1, 2, 4].map((factor) => [blocks, factor * filters]);

export const cifarResNetStacks = {
  resnet20: cifarStacks(3),
  resnet32: cifarStacks(5),
  resnet44: cifarStacks(7),
  resnet56: cifarStacks(9),
  // Not in the paper: ResNet20 with few filters, for tests and first tries.
  tinyresnet20: cifarStacks(3, 4),
};

export type CifarResNetName = keyof typeof cifarResNetStacks;
