import { tf } from "../tensorflow";
import * as ops from "../tensorflow/ops";
import type { WholePass } from "./chain";
import type { WeightFactory } from "./initializers";
import { convolution, dense, type BatchNorm, type BiasedConvolution } from "./layers";
import { buildModel, type Model, type ModelOptions, type Network } from "./model";
import { batchNorm, residualBlocks, stemChannels, stemConvolution, stemPool, type BlockOptions, type Residual } from "./residual"; // prettier-ignore
import { stacksOf, type Stack } from "./stacks";

// He et al. (2016), "Deep Residual Learning for Image Recognition", as keras.applications.resnet builds them: the
// first convolution of a stack has the strides.
const sizes = {
  resnet50: stacksOf[50],
  resnet101: stacksOf[101],
  resnet152: stacksOf[152],
  tinyresnet: stacksOf.tiny,
};

type ResNetName = keyof typeof sizes;

/** The names of the family's members. */
export const resNetNames = Object.keys(sizes) as ResNetName[]; // keyof of a constant loses the names

/** A convolution and the BatchNorm after it, which cancels the convolution's bias, so that the bias is never added. */
const normalized =
  (conv: BiasedConvolution, norm: BatchNorm, { relu }: { relu: boolean }): Residual =>
  (x, pass) =>
    norm(conv.unbiased(x, pass), pass, { relu, bias: pass.of(conv.bias) });

/** Keras's residual_block_v1: three convolutions (1x1, 3x3, 1x1) with BatchNorm after each; the last ReLU follows the shortcut's addition. */
function residualBlock(factory: WeightFactory, name: string, options: BlockOptions): Residual {
  const { channels, filters, strides, projection } = options;
  const wide = { filters: 4 * filters, kernelSize: 1, bias: true } as const;
  const conv1 = convolution(factory, `${name}_1_conv`, { channels, filters, kernelSize: 1, bias: true });
  const norm1 = batchNorm(factory, `${name}_1_bn`, filters);
  const inner = { channels: filters, filters, kernelSize: 3, padding: 1, bias: true } as const;
  const conv2 = convolution(factory, `${name}_2_conv`, inner);
  const norm2 = batchNorm(factory, `${name}_2_bn`, filters);
  // In pairs, because Keras orders layers by their depth, counted from the output.
  const conv0 = projection ? convolution(factory, `${name}_0_conv`, { channels, ...wide }) : undefined;
  const conv3 = convolution(factory, `${name}_3_conv`, { channels: filters, ...wide });
  const norm0 = conv0 && batchNorm(factory, `${name}_0_bn`, wide.filters);
  const norm3 = batchNorm(factory, `${name}_3_bn`, wide.filters);
  const [first, second] = [normalized(conv1, norm1, { relu: true }), normalized(conv2, norm2, { relu: true })];
  const third = normalized(conv3, norm3, { relu: false });
  const project = conv0 && norm0 && normalized(conv0, norm0, { relu: false });
  return (x, pass) => {
    // Both 1x1 convolutions of the first block have the strides, so they read the same pixels.
    const pixels = strides > 1 ? ops.subsample(x, strides) : x;
    const shortcut = project ? project(pixels, pass) : pixels;
    const inside = second(first(pixels, pass), pass);
    return ops.relu(tf.add(shortcut, third(inside, pass)));
  };
}

function network(factory: WeightFactory, stacks: readonly Stack[], { inputShape, classes }: ModelOptions): Network {
  const conv1 = stemConvolution(factory, inputShape[2]);
  const stem = normalized(conv1, batchNorm(factory, "conv1_bn", stemChannels), { relu: true });
  const { blocks, channels } = residualBlocks(
    factory,
    { stacks, stemChannels, expansion: 4 },
    // The first block of every stack but the first halves the image.
    ({ block, stack }) => block === 1 && stack > 0,
    (name, options) => residualBlock(factory, name, options),
  );
  const predictions = dense(factory, "predictions", { channels, units: classes });
  return {
    embed: (images, pass) => stemPool(stem(images, pass)),
    blocks,
    head: (x: tf.Tensor4D, pass: WholePass) => predictions(ops.globalAveragePool(x), pass),
  };
}

/**
 * Builds a member of the family with fresh weights.
 * @throws when an option is no size that a model can have.
 */
export const resNet = (name: ResNetName, options: ModelOptions): Model =>
  buildModel(name, options, (factory) => network(factory, sizes[name], options));
