import { tf } from "../tensorflow";
import * as ops from "../tensorflow/ops";
import { WeightFactory, type VarianceScaling } from "./initializers";
import { batchNorm, convolution, dense, depthwiseConvolution, dropout, normalization } from "./layers";
import { checkOptions, createModel, type Model, type ModelOptions, type Network } from "./model";

// Tan and Le (2019), "EfficientNet: Rethinking Model Scaling for Convolutional Neural Networks", as
// keras.applications.efficientnet builds it.

/** What the baseline's numbers of channels and of blocks are multiplied by. */
interface Size {
  width: number;
  depth: number;
}

const sizes = {
  efficientnetb0: { width: 1, depth: 1 },
  // Not of the paper: the same layers with few filters, for tests and first tries.
  tinyefficientnet: { width: 1 / 16, depth: 1 / 4 },
} satisfies Record<string, Size>;

type EfficientNetName = keyof typeof sizes;

/** The names of the family's members. */
export const efficientNetNames = Object.keys(sizes) as EfficientNetName[]; // keyof of a constant loses the names

/** Blocks in a row with the same output; the first of them takes the strides. */
interface Stage {
  blocks: number;
  kernelSize: 3 | 5;
  strides: 1 | 2;
  /** Channels inside of a block for each one that comes in. */
  expansion: 1 | 6;
  filters: number;
}

const stages: Stage[] = [
  { blocks: 1, kernelSize: 3, strides: 1, expansion: 1, filters: 16 },
  { blocks: 2, kernelSize: 3, strides: 2, expansion: 6, filters: 24 },
  { blocks: 2, kernelSize: 5, strides: 2, expansion: 6, filters: 40 },
  { blocks: 3, kernelSize: 3, strides: 2, expansion: 6, filters: 80 },
  { blocks: 3, kernelSize: 5, strides: 1, expansion: 6, filters: 112 },
  { blocks: 4, kernelSize: 5, strides: 2, expansion: 6, filters: 192 },
  { blocks: 1, kernelSize: 3, strides: 1, expansion: 6, filters: 320 },
];

const stemFilters = 32;
const topFilters = 1280;
/** Squeeze-and-excite looks at its channels through a quarter as many as come into the block. */
const squeezed = 1 / 4;
const topDropout = 0.2;
/** The last block leaves itself out that often, the first never, those between in proportion. */
const mostDropped = 0.2;

const forConvolutions: VarianceScaling = { scale: 2, mode: "fan_out", distribution: "truncated_normal" };
const forDense: VarianceScaling = { scale: 1 / 3, mode: "fan_out", distribution: "uniform" };

/** Keras's round_filters: a multiple of 8 that is at most 10 % below. */
function scaledFilters(filters: number, { width }: Size): number {
  const wanted = filters * width;
  const rounded = Math.max(8, Math.floor((wanted + 4) / 8) * 8);
  return rounded < 0.9 * wanted ? rounded + 8 : rounded;
}

type Block = (x: tf.Tensor4D, training: boolean) => tf.Tensor4D;

interface BlockOptions extends Omit<Stage, "blocks"> {
  channels: number;
  /** How often the block leaves itself out in training, of 1. */
  dropped: number;
}

/** Squeeze-and-excite: each channel of an image is scaled by what the means of all of them suggest. */
function squeezeAndExcite(factory: WeightFactory, name: string, channels: number, squeezedChannels: number) {
  const conv = (part: string, from: number, to: number) =>
    convolution(factory, `${name}_se_${part}`, {
      channels: from,
      filters: to,
      kernelSize: 1,
      bias: true,
      initializer: forConvolutions,
    });
  const reduce = conv("reduce", channels, squeezedChannels);
  const expand = conv("expand", squeezedChannels, channels);
  return (x: tf.Tensor4D): tf.Tensor4D => {
    const means = tf.reshape<tf.Rank.R4>(ops.globalAveragePool(x), [x.shape[0], 1, 1, channels]);
    return tf.mul(x, tf.sigmoid(expand(ops.swish(reduce(means)))));
  };
}

/**
 * Keras's block, an inverted residual: more channels (1x1), each convolved by itself, squeeze-and-excite, fewer channels
 * (1x1); and around all of it a shortcut, where input and output have the same shape. Stochastic depth: in training, an
 * image may take the shortcut alone.
 */
function invertedResidual(factory: WeightFactory, name: string, options: BlockOptions): Block {
  const { channels, kernelSize, strides, expansion, filters, dropped } = options;
  const inside = channels * expansion;
  const pointwise = (part: string, from: number, to: number) =>
    convolution(factory, `${name}_${part}`, {
      channels: from,
      filters: to,
      kernelSize: 1,
      initializer: forConvolutions,
    });
  const expand = expansion > 1 ? pointwise("expand_conv", channels, inside) : undefined;
  const expandNorm = expand && batchNorm(factory, `${name}_expand_bn`, inside);
  const depthwise = depthwiseConvolution(factory, `${name}_dwconv`, {
    channels: inside,
    kernelSize,
    strides,
    initializer: forConvolutions,
  });
  const norm = batchNorm(factory, `${name}_bn`, inside);
  const excite = squeezeAndExcite(factory, name, inside, Math.max(1, Math.floor(channels * squeezed)));
  const project = pointwise("project_conv", inside, filters);
  const projectNorm = batchNorm(factory, `${name}_project_bn`, filters);
  return (x, training) => {
    const expanded = expand && expandNorm ? ops.swish(expandNorm(expand(x), training)) : x;
    const convolved = ops.swish(norm(depthwise(expanded), training));
    const y = projectNorm(project(excite(convolved)), training);
    if (strides > 1 || channels !== filters) return y;
    const kept = training && dropped > 0 ? dropout(y, dropped, [x.shape[0], 1, 1, 1]) : y;
    return tf.add(kept, x);
  };
}

function network(factory: WeightFactory, size: Size, options: ModelOptions): Network {
  const { inputShape, classes, dropout: drops = true } = options;
  const normalize = normalization(factory, "normalization", inputShape[2]);
  let channels = scaledFilters(stemFilters, size);
  const stem = convolution(factory, "stem_conv", {
    channels: inputShape[2],
    filters: channels,
    kernelSize: 3,
    strides: 2,
    padding: "same",
    initializer: forConvolutions,
  });
  const stemNorm = batchNorm(factory, "stem_bn", channels);
  const depths = stages.map(({ blocks }) => Math.ceil(blocks * size.depth));
  const all = depths.reduce((sum, depth) => sum + depth, 0);
  const blocks: Block[] = [];
  stages.forEach(({ strides, ...stage }, index) => {
    const filters = scaledFilters(stage.filters, size);
    for (let number = 0; number < depths[index]; number++) {
      const dropped = drops ? (mostDropped * blocks.length) / all : 0;
      const block = { ...stage, channels, filters, strides: number === 0 ? strides : 1, dropped };
      blocks.push(invertedResidual(factory, `block${index + 1}${"abcd"[number]}`, block));
      channels = filters;
    }
  });
  const top = { channels, filters: scaledFilters(topFilters, size), kernelSize: 1, initializer: forConvolutions };
  const topConv = convolution(factory, "top_conv", top);
  const topNorm = batchNorm(factory, "top_bn", top.filters);
  const predictions = dense(factory, "predictions", { channels: top.filters, units: classes, initializer: forDense });
  return (images, training) => {
    const scaled = normalize(tf.mul(images, 1 / 255));
    let x = ops.swish(stemNorm(stem(scaled), training));
    for (const block of blocks) x = block(x, training);
    const features = ops.globalAveragePool(ops.swish(topNorm(topConv(x), training)));
    return predictions(training && drops ? dropout(features, topDropout) : features);
  };
}

/**
 * Builds a member of the family with fresh weights. It scales images itself: they are given from 0 to 255.
 * @throws when an option is no size a model can have.
 */
export function efficientNet(name: EfficientNetName, options: ModelOptions): Model {
  checkOptions(name, options);
  const factory = new WeightFactory(options.seed ?? 0);
  return createModel(name, options, factory.weights, network(factory, sizes[name], options), 255);
}
