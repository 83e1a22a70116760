import { convolutions, multiplyAdds, type CountedName } from "../../lib/models/work";

/** The work of training on one image. */
export interface TrainingWork {
  /** Floating-point operations. */
  operations: number;
  /** Bytes that are read and written. */
  bytes: number;
  operationsPerByte: number;
}

/**
 * The work of a training step for each image in float32, from the shapes of a model's layers. A multiply-add is two operations, and
 * the backward pass does about twice the work of the forward pass (D. Amodei and D. Hernandez, "AI and Compute", 2018). The bytes
 * are an estimate from below: see `activationsMoved`.
 */
export function trainingWork(model: CountedName, imageSize: number): TrainingWork {
  const operations = 3 * 2 * multiplyAdds(model, imageSize);
  const bytes = 3 * 4 * activationsMoved(model, imageSize);
  return { operations, bytes, operationsPerByte: operations / bytes };
}

/**
 * The numbers that the convolutions of a model's forward pass read and write on one image, each input and each output once. Real
 * programs move more: BatchNorm, ReLU, the shortcuts' additions and the weights come on top. The backward pass of a convolution
 * moves about twice as many: the gradients of its weights follow from its input and its output's gradient, those of its input
 * are as many as the input, and follow from its output's gradient, too.
 * @param imageSize Height and width of the images, in pixels.
 */
export function activationsMoved(name: CountedName, imageSize: number): number {
  let total = 0;
  for (const { from, to, channels, filters } of convolutions(name, imageSize)) {
    total += from ** 2 * channels + to ** 2 * filters;
  }
  return total;
}
