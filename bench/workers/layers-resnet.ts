import { tf } from "../../lib/tensorflow";

type Tensor = tf.SymbolicTensor;

const { layers } = tf;
const stacks = [[3, 64], [4, 128], [6, 256], [3, 512]]; // prettier-ignore

/** ResNet50V2 of TensorFlow.js's layers, as keras.applications builds it. */
export function layersResNet50V2(imageSize: number, classes: number): tf.LayersModel {
  const input = tf.input({ shape: [imageSize, imageSize, 3] });
  let x = convolution(64, 7, { strides: 2, bias: true })(padded(input, 3));
  x = apply(layers.maxPooling2d({ poolSize: 3, strides: 2 }), padded(x, 1));
  stacks.forEach(([blocks, filters], stack) => {
    for (let block = 0; block < blocks; block++) {
      const strides = block === blocks - 1 && stack < stacks.length - 1 ? 2 : 1;
      x = residualBlock(x, filters, strides, block === 0);
    }
  });
  x = apply(layers.globalAveragePooling2d({}), activated(x));
  return tf.model({ inputs: input, outputs: apply(layers.dense({ units: classes, activation: "softmax" }), x) });
}

function residualBlock(x: Tensor, filters: number, strides: number, projection: boolean): Tensor {
  const before = activated(x);
  const first = activated(convolution(filters, 1)(before));
  const second = activated(convolution(filters, 3, { strides })(padded(first, 1)));
  const output = convolution(4 * filters, 1, { bias: true })(second);
  const shortcut = projection
    ? convolution(4 * filters, 1, { strides, bias: true })(before)
    : strides > 1
      ? apply(layers.maxPooling2d({ poolSize: 1, strides }), x)
      : x;
  return layers.add().apply([shortcut, output]) as Tensor; // symbolic in, symbolic out
}

function convolution(filters: number, kernelSize: number, { strides = 1, bias = false } = {}) {
  const initializer = "glorotUniform"; // Keras's default too
  const layer = layers.conv2d({ filters, kernelSize, strides, useBias: bias, kernelInitializer: initializer });
  return (x: Tensor): Tensor => apply(layer, x);
}

const padded = (x: Tensor, size: number): Tensor =>
  apply(layers.zeroPadding2d({ padding: [[size, size], [size, size]] }), x); // prettier-ignore

const activated = (x: Tensor): Tensor =>
  apply(layers.reLU(), apply(layers.batchNormalization({ epsilon: 1.001e-5, momentum: 0.99 }), x));

// A layer applied to a symbolic tensor returns one, but its type is wider.
const apply = (layer: { apply(x: Tensor): unknown }, x: Tensor): Tensor => layer.apply(x) as Tensor;
