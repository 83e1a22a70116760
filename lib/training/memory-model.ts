import os from "node:os";
import { memoryLimit } from "../measure";
import type { Model } from "../models";
import type { tf } from "../tensorflow";
import type { MemoryModel } from "./out-of-memory";
import type { trainingStep } from "./step";

// What a run on a CPU needs beyond its graph's values, measured with ResNet50V2 at 64x64 and 128x128, batch 8 to 64:
// kernels' scratch space and ops that run at the same time add about half to what images need, compiled kernels and
// reordered weights about a quarter to the gradients.
const SCRATCH = 1.6;
const KERNELS = 1.25;

/**
 * What the training step needs, by its graph, before it has run: the process as it is and the gradients, and what each
 * image adds. It records the step once more, and computes nothing.
 * @param batch The tensors of a batch, for their shapes.
 * @param images How many images they are, on one replica.
 */
export function memoryModelOf(
  model: Model,
  step: ReturnType<typeof trainingStep>,
  rate: tf.Scalar,
  batch: tf.Tensor[],
  images: number,
): MemoryModel {
  const gradients = model.trainableWeights.reduce((sum, { variable }) => sum + 4 * variable.size, 0);
  const { computed } = step.estimateMemory(rate, batch);
  const { rss } = process.memoryUsage();
  return {
    fixedBytes: rss + KERNELS * gradients,
    bytesPerImage: (SCRATCH * Math.max(computed - gradients, 1)) / images,
    // What other programs hold is not for us, unless the limit is our own.
    limitBytes: Math.min(memoryLimit(), os.freemem() + rss),
  };
}
