/** One convolution or dense layer: its kernel `[height, width, channels, filters]` and how often it is applied to an image. */
interface Layer {
  kernel: [number, number, number, number];
  /** Positions of the output, height x width. */
  positions: number;
}

/** The layers of ResNet50V2 that multiply matrices, as keras.applications.resnet_v2 builds them. */
function layersOf(imageSize: number, classes: number): Layer[] {
  const stem = Math.floor((imageSize + 2 * 3 - 7) / 2) + 1;
  let size = Math.floor((stem + 2 - 3) / 2) + 1;
  const layers: Layer[] = [{ kernel: [7, 7, 3, 64], positions: stem ** 2 }];
  let channels = 64;
  const stacks = [[3, 64], [4, 128], [6, 256], [3, 512]]; // prettier-ignore
  stacks.forEach(([blocks, filters], stack) => {
    for (let block = 0; block < blocks; block++) {
      const wide = 4 * filters;
      const strides = block === blocks - 1 && stack < stacks.length - 1 ? 2 : 1;
      const after = Math.floor((size - 1) / strides) + 1;
      if (block === 0) layers.push({ kernel: [1, 1, channels, wide], positions: after ** 2 });
      layers.push({ kernel: [1, 1, channels, filters], positions: size ** 2 });
      layers.push({ kernel: [3, 3, filters, filters], positions: after ** 2 });
      layers.push({ kernel: [1, 1, filters, wide], positions: after ** 2 });
      channels = wide;
      size = after;
    }
  });
  return [...layers, { kernel: [1, 1, channels, classes], positions: 1 }];
}

/**
 * Floating-point operations of ResNet50V2's forward pass on one image: 2 x height x width x channels x filters of each
 * kernel x positions of its output, a multiplication and an addition each (He et al. 2015, "Deep Residual Learning", table 1, count
 * multiply-adds: half of it). BatchNorm, ReLU and the like, under 1 % of it, are left out.
 */
export function forwardOperations(imageSize: number, classes: number): number {
  return layersOf(imageSize, classes).reduce(
    (total, { kernel, positions }) => total + 2 * kernel.reduce((product, each) => product * each) * positions,
    0,
  );
}

/**
 * Operations of one training step: 3 x forward x images. The backward pass has two products of the forward's size a
 * layer, one for the gradient of its input and one for that of its kernel.
 */
export function stepOperations(imageSize: number, classes: number, batchSize: number): number {
  return 3 * forwardOperations(imageSize, classes) * batchSize;
}
