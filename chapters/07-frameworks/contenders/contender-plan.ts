import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { augmentations, epochOrder, type Dataset } from "../../../datasets";
import type { Model, Weight } from "../../../lib/models";
import { bytesOf } from "../../../lib/tensorflow/engine";
import type { Distribution } from "../../../lib/frameworks/contenders";

/** What a contender's program is told; `course.py` among the programs reads it. */
export interface Plan {
  /** The folder with the images, their orders and the first weights. */
  folder: string;
  rank: number;
  workers: number;
  /** The process's number among those of its machine. */
  localRank: number;
  distribution: Distribution;
  device: "cpu" | "gpu";
  threads: number;
  /** Residual blocks in each of the three stacks. */
  blocks: number;
  /** Height, width and channels of an image. */
  shape: readonly number[];
  classes: number;
  trainImages: number;
  /** Images of a step, over all processes. */
  globalBatchSize: number;
  epochs: number;
  learningRate: number;
  momentum: number;
  warmUpSteps: number;
  /** The number format in which gradients travel. */
  compression: "none" | "float16";
  /** The shapes of the first weights in their file. */
  weights: number[][];
}

/** What all processes of a training see alike. */
interface Material {
  dataset: Dataset;
  model: Model;
  epochs: number;
  seed: number;
  augment: boolean;
}

/**
 * Writes into a folder what the plan's programs read: the images and labels of both parts, each epoch's order and augmentation, and the trainable
 * weights from the first layer to the last.
 * @returns the shapes of the weights.
 */
export async function writeMaterial(folder: string, { dataset, model, epochs, seed, augment }: Material) {
  const write = (name: string, bytes: NodeJS.ArrayBufferView) => writeFile(join(folder, name), bytes);
  for (const part of ["train", "test"] as const) {
    await write(`${part}-images`, dataset[part].images);
    await write(`${part}-labels`, dataset[part].labels);
  }
  const { count } = dataset.train;
  for (let epoch = 1; epoch <= epochs; epoch++) {
    await write(`order-${epoch}`, epochOrder(count, seed, epoch));
    if (augment) await write(`augmentation-${epoch}`, augmentations(count, seed, epoch));
  }
  const weights = fromFirstToLast(model);
  await write("weights", Buffer.concat(weights.map(({ variable }) => bytesOf(variable.dataSync()))));
  return weights.map(({ variable }) => variable.shape);
}

/**
 * The trainable weights of a ResNet for CIFAR-10 in the order of the programs' layers. Keras's order differs: it has a block's 1x1
 * convolution, the shortcut's, before the last BatchNorm.
 */
function fromFirstToLast({ trainableWeights }: Model): Weight[] {
  const blockOf = ({ name }: Weight): string => name.replace(/_\d_(conv|bn)\/.*$/, "");
  const isShortcut = ({ name }: Weight): boolean => name.endsWith("_0_conv/kernel");
  const blocks = [...new Set(trainableWeights.map(blockOf))];
  return blocks.flatMap((block) => {
    const weights = trainableWeights.filter((weight) => blockOf(weight) === block);
    return [...weights.filter((weight) => !isShortcut(weight)), ...weights.filter(isShortcut)];
  });
}
