import { tf } from "../tensorflow";
import type { WeightFactory } from "./initializers";
import * as layers from "./layers";

// What ResNet and ResNetV2 have in common: the table of sizes, the stem, and stacks of blocks.

/** A stack of residual blocks: how many, and their filters (a block gives 4 times as many channels). */
export type Stack = [blocks: number, filters: number];

/** He et al. (2016), "Deep Residual Learning for Image Recognition", by the number of layers. */
export const stacksOf = {
  50: [[3, 64], [4, 128], [6, 256], [3, 512]],
  101: [[3, 64], [4, 128], [23, 256], [3, 512]],
  152: [[3, 64], [8, 128], [36, 256], [3, 512]],
  // Not of the paper: the same layers with few filters, for tests and first tries.
  tiny: [[3, 4], [2, 4], [2, 8], [2, 8]],
} satisfies Record<string, Stack[]>; // prettier-ignore

/** A residual block, given what comes before it. */
export type Block = (x: tf.Tensor4D, training: boolean) => tf.Tensor4D;

/** What a block is made from. */
export interface BlockOptions {
  channels: number;
  filters: number;
  strides: number;
  /** Whether the shortcut is a convolution, as in the first block of a stack. */
  projection: boolean;
}

const stem = { filters: 64, kernelSize: 7, strides: 2, padding: 3, bias: true };

/** The first convolution, which halves the images. */
export const stemConvolution = (factory: WeightFactory, inputChannels: number) =>
  layers.convolution(factory, "conv1_conv", { channels: inputChannels, ...stem });

/** The number of channels it gives. */
export const stemChannels = stem.filters;

/** BatchNormalization with the epsilon of keras.applications' ResNets. */
export const batchNorm = (factory: WeightFactory, name: string, channels: number) =>
  layers.batchNorm(factory, name, channels, 1.001e-5);

/** The max pooling after the stem, which halves them again. */
export const stemPool = (x: tf.Tensor4D): tf.Tensor4D => tf.maxPool(layers.zeroPadding(x, 1), 3, 2, "valid");

/**
 * Makes the blocks of all stacks, one after the other.
 * @param halves Whether a block takes strides of 2; blocks are counted from 1, stacks from 0.
 * @returns the blocks, and how many channels the last of them gives.
 */
export function residualBlocks(
  stacks: readonly Stack[],
  halves: (at: { block: number; blocks: number; stack: number }) => boolean,
  make: (name: string, options: BlockOptions) => Block,
): { blocks: Block[]; channels: number } {
  const made: Block[] = [];
  let channels = stemChannels;
  stacks.forEach(([blocks, filters], stack) => {
    for (let block = 1; block <= blocks; block++) {
      const strides = halves({ block, blocks, stack }) ? 2 : 1;
      made.push(make(`conv${stack + 2}_block${block}`, { channels, filters, strides, projection: block === 1 }));
      channels = 4 * filters;
    }
  });
  return { blocks: made, channels };
}
