import { resNetV2Stacks, type ResNetV2Name } from "./resnet-v2";

/** The width of a convolution's output on images `width` wide. */
function widthAfter(width: number, kernel: number, strides: number, padding: number): number {
  return Math.floor((width + 2 * padding - kernel) / strides) + 1;
}

/**
 * The multiply-adds of a model's forward pass on one image: a multiplication and an addition each, in the convolutions and
 * the last layer. BatchNorm, ReLU, pooling and the shortcuts' additions are left out; they are less than 2 % of it. The
 * backward pass takes about twice as many: once for the gradients of the weights, once for those of the activations.
 * @param imageSize Height and width of the images, in pixels.
 */
export function multiplyAdds(name: ResNetV2Name, imageSize: number, classes = 10): number {
  const stacks = resNetV2Stacks[name];
  let width = widthAfter(imageSize, 7, 2, 3);
  let total = width ** 2 * 7 ** 2 * 3 * 64;
  width = widthAfter(width, 3, 2, 1);
  let channels = 64;
  stacks.forEach(([blocks, filters], stack) => {
    for (let block = 1; block <= blocks; block++) {
      const halves = block === blocks && stack < stacks.length - 1;
      const after = halves ? widthAfter(width, 3, 2, 1) : width;
      const reduce = width ** 2 * channels * filters;
      const middle = after ** 2 * 3 ** 2 * filters ** 2;
      const expand = after ** 2 * filters * 4 * filters;
      const project = block === 1 ? after ** 2 * channels * 4 * filters : 0;
      total += reduce + middle + expand + project;
      width = after;
      channels = 4 * filters;
    }
  });
  return total + channels * classes;
}
