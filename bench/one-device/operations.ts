import { multiplyAdds } from "../../lib/models";

/**
 * Floating-point operations of ResNet50V2's forward pass on one image: a multiplication and an addition for each multiply-add
 * (He et al. 2015, "Deep Residual Learning", table 1, count multiply-adds: half of it).
 */
export function forwardOperations(imageSize: number, classes: number): number {
  return 2 * multiplyAdds("resnet50v2", imageSize, classes);
}

/**
 * Operations of one training step: 3 x forward x images. For each layer, the backward pass has two products of the forward
 * pass's size, one for the gradient of the layer's input and one for that of its kernel.
 */
export function stepOperations(imageSize: number, classes: number, batchSize: number): number {
  return 3 * forwardOperations(imageSize, classes) * batchSize;
}
