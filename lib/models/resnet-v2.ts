import { tf } from "../tensorflow";
import * as ops from "../tensorflow/ops";
import type { WholePass } from "./chain";
import type { WeightFactory } from "./initializers";
import { convolution, dense, type Addends } from "./layers";
import { buildModel, type Model, type ModelOptions, type Network } from "./model";
import {
  batchNorm,
  residualBlocks,
  stemChannels,
  stemConvolution,
  stemPool,
  type BlockOptions,
  type Residual,
} from "./residual";
import { resNetV2Stacks, type ResNetV2Name, type Stack } from "./stacks";

export type { ResNetV2Name };

/** The names of the family's members. */
export const resNetV2Names = Object.keys(resNetV2Stacks) as ResNetV2Name[]; // keyof of a constant loses the names

/** Images as terms of a sum. A block leaves its last addition to the BatchNorm of the next one, which does both at once. */
type Terms = Pick<Addends, "residual"> & Partial<Addends>;

const isSum = (terms: Terms): terms is Addends => terms.shortcut !== undefined;

/** Keras's residual_block_v2: three convolutions (1x1, 3x3, 1x1) with BatchNorm and ReLU before each, and a shortcut around them. */
function residualBlock(factory: WeightFactory, name: string, options: BlockOptions): Residual<Terms, Addends> {
  const { channels, filters, strides, projection } = options;
  const wide = { filters: 4 * filters, kernelSize: 1, bias: true } as const;
  const preact = batchNorm(factory, `${name}_preact_bn`, channels);
  const conv1 = convolution(factory, `${name}_1_conv`, { channels, filters, kernelSize: 1 });
  const norm1 = batchNorm(factory, `${name}_1_bn`, filters);
  const inner = { channels: filters, filters, kernelSize: 3, strides, padding: 1 };
  const conv2 = convolution(factory, `${name}_2_conv`, inner);
  const norm2 = batchNorm(factory, `${name}_2_bn`, filters);
  // Not made first, because Keras orders layers by their depth, counted from the output.
  const project = projection ? convolution(factory, `${name}_0_conv`, { channels, strides, ...wide }) : undefined;
  const conv3 = convolution(factory, `${name}_3_conv`, { channels: filters, ...wide });
  const relu = { relu: true } as const;
  const convolved = (activated: tf.Tensor4D, pass: WholePass) => {
    const inside = norm1(conv1(activated, pass), pass, relu);
    return conv3.unbiased(norm2(conv2(inside, pass), pass, relu), pass);
  };
  return (terms, pass) => {
    if (project) {
      const activated = preact(terms.residual, pass, { ...relu, addend: terms.shortcut, bias: terms.bias });
      const bias: tf.Tensor1D = tf.add(pass.of(project.bias), pass.of(conv3.bias));
      return { shortcut: project.unbiased(activated, pass), residual: convolved(activated, pass), bias };
    }
    const { sum, y } = isSum(terms)
      ? preact.ofSum(terms, pass, relu)
      : { sum: terms.residual, y: preact(terms.residual, pass, relu) };
    const shortcut = strides > 1 ? ops.subsample(sum, strides) : sum;
    return { shortcut, residual: convolved(y, pass), bias: pass.of(conv3.bias) };
  };
}

function network(
  factory: WeightFactory,
  stacks: readonly Stack[],
  { inputShape, classes }: ModelOptions,
): Network<Terms> {
  const conv1 = stemConvolution(factory, inputShape[2]);
  const { blocks, channels } = residualBlocks(
    factory,
    { stacks, stemChannels, expansion: 4 },
    // The last block of every stack but the last halves the image.
    ({ block, blocks, stack }) => block === blocks && stack < stacks.length - 1,
    (name, options) => residualBlock(factory, name, options),
  );
  const postNorm = batchNorm(factory, "post_bn", channels);
  const predictions = dense(factory, "predictions", { channels, units: classes });
  return {
    embed: (images, pass) => ({ residual: stemPool(conv1(images, pass)) }),
    blocks,
    head: ({ residual, shortcut: addend, bias }, pass) =>
      predictions(ops.globalAveragePool(postNorm(residual, pass, { relu: true, addend, bias })), pass),
    between: {
      join: (terms) =>
        isSum(terms) ? tf.add(terms.shortcut, ops.biasAdd(terms.residual, terms.bias)) : terms.residual,
      part: (residual) => ({ residual }),
    },
  };
}

/**
 * Builds a member of the family with fresh weights.
 * @throws when an option is no size that a model can have.
 */
export const resNetV2 = (name: ResNetV2Name, options: ModelOptions): Model =>
  buildModel(name, options, (factory) => network(factory, resNetV2Stacks[name], options));

/** ResNet50V2: 25,613,800 parameters with 1,000 classes, 23,585,290 with 10. */
export const resNet50V2 = (options: ModelOptions): Model => resNetV2("resnet50v2", options);
