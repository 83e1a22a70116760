import { tf } from "../tensorflow";
import type { WholePass } from "./chain";
import type { WeightFactory } from "./initializers";
import * as layers from "./layers";
import type { Stack } from "./stacks";

// ResNet and ResNetV2 share the table of sizes and the stem, and all ResNets the stacks of blocks.

/** The forward pass of a residual block. */
export type Residual<Input = tf.Tensor4D, Output = tf.Tensor4D> = (x: Input, pass: WholePass) => Output;

/** The sizes of a block. */
export interface BlockOptions {
  channels: number;
  filters: number;
  strides: number;
  /** Whether the shortcut has a convolution, as in the first block of a stack. */
  projection: boolean;
}

const stem = { filters: 64, kernelSize: 7, strides: 2, padding: 3, bias: true } as const;

/** The first convolution, which halves the height and width. */
export const stemConvolution = (factory: WeightFactory, inputChannels: number) =>
  layers.convolution(factory, "conv1_conv", { channels: inputChannels, ...stem });

/** The number of channels after the stem. */
export const stemChannels = stem.filters;

/** BatchNormalization with the epsilon of keras.applications' ResNets. */
export const batchNorm = (factory: WeightFactory, name: string, channels: number) =>
  layers.batchNorm(factory, name, channels, 1.001e-5);

/** The max pooling after the stem, which halves height and width again. */
export const stemPool = (x: tf.Tensor4D): tf.Tensor4D => tf.maxPool(layers.zeroPadding(x, 1), 3, 2, "valid");

/** The sizes of all blocks. */
interface ResidualSizes {
  stacks: readonly Stack[];
  /** Channels of the first block's input. */
  stemChannels: number;
  /** Channels of a block's output, for each of its filters. */
  expansion: 1 | 4;
}

/**
 * Makes the blocks of all stacks, each with its weights.
 * @param halves Says whether a block has strides of 2; blocks are counted from 1, stacks from 0.
 * @returns the blocks, and the number of channels after the last of them.
 */
export function residualBlocks<B>(
  factory: WeightFactory,
  { stacks, stemChannels, expansion }: ResidualSizes,
  halves: (position: { block: number; blocks: number; stack: number }) => boolean,
  make: (name: string, options: BlockOptions) => B,
) {
  const made: ReturnType<typeof factory.part<B>>[] = [];
  let channels = stemChannels;
  stacks.forEach(([blocks, filters], stack) => {
    for (let block = 1; block <= blocks; block++) {
      const strides = halves({ block, blocks, stack }) ? 2 : 1;
      const options = { channels, filters, strides, projection: block === 1 };
      made.push(factory.part(() => make(`conv${stack + 2}_block${block}`, options)));
      channels = expansion * filters;
    }
  });
  return { blocks: made, channels };
}
