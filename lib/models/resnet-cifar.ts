import { tf } from "../tensorflow";
import * as ops from "../tensorflow/ops";
import type { WholePass } from "./chain";
import type { VarianceScaling, WeightFactory } from "./initializers";
import { batchNorm, convolution, dense } from "./layers";
import { buildModel, type Model, type ModelOptions, type Network } from "./model";
import { residualBlocks, type BlockOptions, type Residual } from "./residual";
import { cifarResNetStacks, type CifarResNetName, type Stack } from "./stacks";

// He et al. (2016), "Deep Residual Learning for Image Recognition", section 4.2: the networks for CIFAR-10. Where the shape
// changes, the shortcut is a 1x1 convolution (their option B), as in most of today's implementations. Images are padded by one
// pixel on each side, as PyTorch and MXNet do it. (Keras's "same" pads only one side where a convolution halves an image.)

export type { CifarResNetName };

/** The names of the family's members. */
export const cifarResNetNames = Object.keys(cifarResNetStacks) as CifarResNetName[]; // keyof of a constant loses the names

/** Keras's he_normal. */
const heNormal: VarianceScaling = { scale: 2, mode: "fan_in", distribution: "truncated_normal" };

const convolution3x3 = (factory: WeightFactory, name: string, sizes: Omit<BlockOptions, "projection">) =>
  convolution(factory, name, { ...sizes, kernelSize: 3, padding: 1, initializer: heNormal });

/** A basic block: two 3x3 convolutions with BatchNorm after each; the last ReLU follows the shortcut's addition. */
function basicBlock(factory: WeightFactory, name: string, { channels, filters, strides }: BlockOptions): Residual {
  const conv1 = convolution3x3(factory, `${name}_1_conv`, { channels, filters, strides });
  const norm1 = batchNorm(factory, `${name}_1_bn`, filters);
  const conv2 = convolution3x3(factory, `${name}_2_conv`, { channels: filters, filters, strides: 1 });
  // Not made first, because Keras orders layers by their depth, counted from the output.
  const project =
    strides > 1
      ? convolution(factory, `${name}_0_conv`, { channels, filters, kernelSize: 1, initializer: heNormal })
      : undefined;
  const norm2 = batchNorm(factory, `${name}_2_bn`, filters);
  return (x, pass) => {
    const inside = norm1(conv1(x, pass), pass, { relu: true });
    // The 1x1 convolution has the strides, too, so it reads every other pixel.
    const shortcut = project ? project(ops.subsample(x, strides), pass) : x;
    return ops.relu(tf.add(shortcut, norm2(conv2(inside, pass), pass)));
  };
}

function network(factory: WeightFactory, stacks: readonly Stack[], { inputShape, classes }: ModelOptions): Network {
  const [[, stemChannels]] = stacks;
  const stem = convolution3x3(factory, "conv1_conv", { channels: inputShape[2], filters: stemChannels, strides: 1 });
  const stemNorm = batchNorm(factory, "conv1_bn", stemChannels);
  const { blocks, channels } = residualBlocks(
    factory,
    { stacks, stemChannels, expansion: 1 },
    // The first block of every stack but the first halves the image.
    ({ block, stack }) => block === 1 && stack > 0,
    (name, options) => basicBlock(factory, name, options),
  );
  const predictions = dense(factory, "predictions", { channels, units: classes });
  return {
    embed: (images, pass) => stemNorm(stem(images, pass), pass, { relu: true }),
    blocks,
    head: (x: tf.Tensor4D, pass: WholePass) => predictions(ops.globalAveragePool(x), pass),
  };
}

/**
 * Builds a member of the family with fresh weights. With 10 classes, ResNet44 has 661,146 trainable weights.
 * @throws when an option is no size that a model can have.
 */
export const cifarResNet = (name: CifarResNetName, options: ModelOptions): Model =>
  buildModel(name, options, (factory) => network(factory, cifarResNetStacks[name], options));
