// These sizes have a file of their own, so that whoever only counts need not load TensorFlow.

/** A stack of residual blocks: their number and their filters. A block's output has 4 times as many channels. */
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
