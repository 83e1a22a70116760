import { tf } from "../tensorflow";
import * as ops from "../tensorflow/ops";
import { WeightFactory } from "./initializers";
import { convolution, dense } from "./layers";
import { checkOptions, createModel, type Model, type ModelOptions, type Network } from "./model";
import { batchNorm, residualBlocks, stacksOf, stemConvolution, stemPool, type Block, type BlockOptions, type Stack } from "./residual"; // prettier-ignore

// He et al. (2016), "Identity Mappings in Deep Residual Networks", as keras.applications.resnet_v2 builds them.
const sizes = {
  resnet50v2: stacksOf[50],
  resnet101v2: stacksOf[101],
  resnet152v2: stacksOf[152],
  tinyresnetv2: stacksOf.tiny,
};

export type ResNetV2Name = keyof typeof sizes;

/** Of each member: the blocks of every stack, and their filters. */
export const resNetV2Stacks: Record<ResNetV2Name, Stack[]> = sizes;

/** The names of the family's members. */
export const resNetV2Names = Object.keys(sizes) as ResNetV2Name[]; // keyof of a constant loses the names

/** Keras's residual_block_v2: BatchNorm and ReLU before each convolution, 1x1, 3x3, 1x1, and a shortcut around them. */
function residualBlock(factory: WeightFactory, name: string, options: BlockOptions): Block {
  const { channels, filters, strides, projection } = options;
  const wide = { filters: 4 * filters, kernelSize: 1, bias: true };
  const preact = batchNorm(factory, `${name}_preact_bn`, channels);
  const conv1 = convolution(factory, `${name}_1_conv`, { channels, filters, kernelSize: 1 });
  const norm1 = batchNorm(factory, `${name}_1_bn`, filters);
  const conv2 = convolution(factory, `${name}_2_conv`, {
    channels: filters,
    filters,
    kernelSize: 3,
    strides,
    padding: 1,
  });
  const norm2 = batchNorm(factory, `${name}_2_bn`, filters);
  // Here and not first, because Keras orders layers by their depth, counted from the output.
  const project = projection ? convolution(factory, `${name}_0_conv`, { channels, strides, ...wide }) : undefined;
  const conv3 = convolution(factory, `${name}_3_conv`, { channels: filters, ...wide });
  return (x, training) => {
    const activated = ops.relu(preact(x, training));
    const shortcut = project ? project(activated) : strides > 1 ? ops.subsample(x, strides) : x;
    const first = ops.relu(norm1(conv1(activated), training));
    const second = ops.relu(norm2(conv2(first), training));
    return tf.add(shortcut, conv3(second));
  };
}

function network(factory: WeightFactory, stacks: readonly Stack[], inputChannels: number, classes: number): Network {
  const conv1 = stemConvolution(factory, inputChannels);
  const { blocks, channels } = residualBlocks(
    stacks,
    // The last block of a stack halves the image, but for the last stack of all.
    ({ block, blocks, stack }) => block === blocks && stack < stacks.length - 1,
    (name, options) => residualBlock(factory, name, options),
  );
  const postNorm = batchNorm(factory, "post_bn", channels);
  const predictions = dense(factory, "predictions", { channels, units: classes });
  return (images, training) => {
    let x = stemPool(conv1(images));
    for (const block of blocks) x = block(x, training);
    return predictions(ops.globalAveragePool(ops.relu(postNorm(x, training))));
  };
}

/**
 * Builds a member of the family with fresh weights.
 * @throws when an option is no size a model can have.
 */
export function resNetV2(name: ResNetV2Name, options: ModelOptions): Model {
  checkOptions(name, options);
  const factory = new WeightFactory(options.seed ?? 0);
  const layers = network(factory, sizes[name], options.inputShape[2], options.classes);
  return createModel(name, options, factory.weights, layers);
}

/** ResNet50V2: 25,613,800 parameters with 1,000 classes, 23,585,290 with 10. */
export const resNet50V2 = (options: ModelOptions): Model => resNetV2("resnet50v2", options);
