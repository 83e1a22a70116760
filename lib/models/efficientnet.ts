import { tf } from "../tensorflow";
import * as ops from "../tensorflow/ops";
import type { WholePass } from "./chain";
import type { VarianceScaling, WeightFactory } from "./initializers";
import { batchNorm, convolution, dense, depthwiseConvolution, dropout, normalization } from "./layers";
import { buildModel, type Model, type ModelOptions, type Network } from "./model";

// Tan and Le (2019), "EfficientNet: Rethinking Model Scaling for Convolutional Neural Networks", as
// keras.applications.efficientnet builds it.

/** The factors by which the baseline's numbers of channels and of blocks are multiplied. */
interface Size {
  width: number;
  depth: number;
}

const sizes = {
  efficientnetb0: { width: 1, depth: 1 },
  // Not in the paper: the same layers with few filters, for tests and first tries.
  tinyefficientnet: { width: 1 / 16, depth: 1 / 4 },
} satisfies Record<string, Size>;

type EfficientNetName = keyof typeof sizes;

/** The names of the family's members. */
export const efficientNetNames = Object.keys(sizes) as EfficientNetName[]; // keyof of a constant loses the names

/** Consecutive blocks with equal outputs; the first of them has the strides. */
interface Stage {
  blocks: number;
  kernelSize: 3 | 5;
  strides: 1 | 2;
  /** Channels inside of a block, for each of its input channels. */
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
/** Squeeze-and-excite squeezes its channels to a quarter of the block's input channels. */
const squeezeRatio = 1 / 4;
const topDropout = 0.2;
/** How often the last block is skipped in training. The first never is, and those between in proportion. */
const lastDropRate = 0.2;

const forConvolutions: VarianceScaling = { scale: 2, mode: "fan_out", distribution: "truncated_normal" };
const forDense: VarianceScaling = { scale: 1 / 3, mode: "fan_out", distribution: "uniform" };

/** Keras's round_filters: the nearest multiple of 8 that is at most 10 % below the exact number. */
function scaledFilters(filters: number, { width }: Size): number {
  const scaled = filters * width;
  const rounded = Math.max(8, Math.floor((scaled + 4) / 8) * 8);
  return rounded < 0.9 * scaled ? rounded + 8 : rounded;
}

type Inverted = (x: tf.Tensor4D, pass: WholePass) => tf.Tensor4D;

interface BlockOptions extends Omit<Stage, "blocks"> {
  channels: number;
  /** How often the block is skipped in training, from 0 to 1. */
  dropRate: number;
}

/** A 1x1 convolution. */
const pointwise = (factory: WeightFactory, name: string, channels: number, filters: number, bias = false) =>
  convolution(factory, name, { channels, filters, kernelSize: 1, bias, initializer: forConvolutions });

/** Squeeze-and-excite: scales each channel of an image by a factor that depends on the means of all channels. */
function squeezeAndExcite(factory: WeightFactory, name: string, channels: number, squeezedChannels: number) {
  const reduce = pointwise(factory, `${name}_se_reduce`, channels, squeezedChannels, true);
  const expand = pointwise(factory, `${name}_se_expand`, squeezedChannels, channels, true);
  return (x: tf.Tensor4D, pass: WholePass): tf.Tensor4D =>
    ops.scaleChannels(x, tf.sigmoid(expand(ops.swish(reduce(ops.channelMeans(x), pass)), pass)));
}

/**
 * Keras's block, an inverted residual: expand the channels (1x1), convolve each by itself, squeeze-and-excite, project to
 * fewer channels (1x1). A shortcut goes around it where input and output have the same shape. Stochastic depth: in training,
 * an image may take the shortcut alone.
 */
function invertedResidual(factory: WeightFactory, name: string, options: BlockOptions): Inverted {
  const { channels, kernelSize, strides, expansion, filters, dropRate } = options;
  const inside = channels * expansion;
  const expand = expansion > 1 ? pointwise(factory, `${name}_expand_conv`, channels, inside) : undefined;
  const expandNorm = expand && batchNorm(factory, `${name}_expand_bn`, inside);
  const depthwise = depthwiseConvolution(factory, `${name}_dwconv`, {
    channels: inside,
    kernelSize,
    strides,
    initializer: forConvolutions,
  });
  const norm = batchNorm(factory, `${name}_bn`, inside);
  const excite = squeezeAndExcite(factory, name, inside, Math.max(1, Math.floor(channels * squeezeRatio)));
  const project = pointwise(factory, `${name}_project_conv`, inside, filters);
  const projectNorm = batchNorm(factory, `${name}_project_bn`, filters);
  return (x, pass) => {
    const expanded = expand && expandNorm ? ops.swish(expandNorm(expand(x, pass), pass)) : x;
    const convolved = ops.swish(norm(depthwise(expanded, pass), pass));
    const y = projectNorm(project(excite(convolved, pass), pass), pass);
    if (strides > 1 || channels !== filters) return y;
    const residual = pass.training && dropRate > 0 ? dropout(y, dropRate, [x.shape[0], 1, 1, 1]) : y;
    return tf.add(residual, x);
  };
}

function network(factory: WeightFactory, size: Size, options: ModelOptions): Network {
  const { inputShape, classes, dropout: hasDropout = true } = options;
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
  const blockCount = depths.reduce((sum, depth) => sum + depth, 0);
  const blocks: Network["blocks"] = [];
  stages.forEach(({ strides, ...stage }, index) => {
    const filters = scaledFilters(stage.filters, size);
    for (let number = 0; number < depths[index]; number++) {
      const dropRate = hasDropout ? (lastDropRate * blocks.length) / blockCount : 0;
      const block = { ...stage, channels, filters, strides: number === 0 ? strides : 1, dropRate };
      const name = `block${index + 1}${"abcd"[number]}`;
      blocks.push(factory.part(() => invertedResidual(factory, name, block)));
      channels = filters;
    }
  });
  const features = scaledFilters(topFilters, size);
  const topConv = pointwise(factory, "top_conv", channels, features);
  const topNorm = batchNorm(factory, "top_bn", features);
  const predictions = dense(factory, "predictions", { channels: features, units: classes, initializer: forDense });
  return {
    embed: (images, pass) => ops.swish(stemNorm(stem(normalize(tf.mul(images, 1 / 255)), pass), pass)),
    blocks,
    head: (x, pass) => {
      const pooled = ops.globalAveragePool(ops.swish(topNorm(topConv(x, pass), pass)));
      return predictions(pass.training && hasDropout ? dropout(pooled, topDropout) : pooled, pass);
    },
  };
}

/**
 * Builds a member of the family with fresh weights. It takes pixels from 0 to 255 and scales them itself.
 * @throws when an option is no size that a model can have.
 */
export const efficientNet = (name: EfficientNetName, options: ModelOptions): Model =>
  buildModel(name, options, (factory) => network(factory, sizes[name], options), 255);
