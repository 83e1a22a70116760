import { tf } from "../tensorflow";
import * as ops from "../tensorflow/ops";
import type { WeightFactory } from "./initializers";

// A layer is a function made once, with its weights, and applied in every step. Names and defaults are Keras's.

export interface ConvolutionOptions {
  channels: number;
  filters: number;
  kernelSize: number;
  strides?: number;
  /** Zeros on each side before the convolution, Keras's ZeroPadding2D. */
  padding?: number;
  bias?: boolean;
}

/** Keras's Conv2D (`valid`), together with a ZeroPadding2D before it. */
export function convolution(factory: WeightFactory, name: string, options: ConvolutionOptions) {
  const { channels, filters, kernelSize, strides = 1, padding = 0 } = options;
  const kernel = factory.kernel(`${name}/kernel`, [
    kernelSize,
    kernelSize,
    channels,
    filters,
  ]) as tf.Variable<tf.Rank.R4>;
  const bias = options.bias ? factory.vector(`${name}/bias`, filters, 0) : undefined;
  return (x: tf.Tensor4D): tf.Tensor4D => {
    const y = ops.conv2d(x, kernel, { strides, padding });
    return bias ? ops.biasAdd(y, bias) : y;
  };
}

// The two that keras.applications' ResNets and BatchNormalization itself prescribe.
const epsilon = 1.001e-5;
const momentum = 0.99;

/** Keras's BatchNormalization. In training the moving statistics take in the batch's (its population variance). */
export function batchNorm(factory: WeightFactory, name: string, channels: number) {
  const gamma = factory.vector(`${name}/gamma`, channels, 1);
  const beta = factory.vector(`${name}/beta`, channels, 0);
  const movingMean = factory.vector(`${name}/moving_mean`, channels, 0, false);
  const movingVariance = factory.vector(`${name}/moving_variance`, channels, 1, false);
  const move = (moving: tf.Variable<tf.Rank.R1>, batch: tf.Tensor1D) =>
    moving.assign(tf.add(tf.mul(moving, momentum), tf.mul(batch, 1 - momentum)));
  return (x: tf.Tensor4D, training: boolean): tf.Tensor4D => {
    if (!training) return ops.batchNormInference(x, gamma, beta, movingMean, movingVariance, epsilon);
    const { y, mean, variance } = ops.batchNormTraining(x, gamma, beta, epsilon);
    move(movingMean, mean);
    move(movingVariance, variance);
    return y;
  };
}

/** Keras's Dense without activation. */
export function dense(factory: WeightFactory, name: string, { channels, units }: { channels: number; units: number }) {
  const kernel = factory.kernel(`${name}/kernel`, [channels, units]) as tf.Variable<tf.Rank.R2>;
  const bias = factory.vector(`${name}/bias`, units, 0);
  return (x: tf.Tensor2D): tf.Tensor2D => ops.biasAdd(tf.matMul(x, kernel), bias);
}

/** Keras's ZeroPadding2D where no convolution follows. */
export function zeroPadding(x: tf.Tensor4D, size: number): tf.Tensor4D {
  return tf.pad(x, [[0, 0], [size, size], [size, size], [0, 0]]); // prettier-ignore
}
