import type { Weight } from "../../lib/models/initializers";
import { createModel, type Model } from "../../lib/models/model";
import { tf } from "../../lib/tensorflow";
import { batchNormInference, batchNormTraining } from "../../lib/tensorflow/ops";

const MOMENTUM = 0.99;
const EPSILON = 1e-3;

/** A convolution, BatchNorm, ReLU, global average and dense layer: all that a training loop can get wrong, in milliseconds. */
export function tinyModel({ size = 8, classes = 10, filters = 4, dropout = 0, seed = 7 } = {}): Model {
  const weight = (name: string, value: tf.Tensor, trainable = true): Weight => {
    const variable = tf.variable(value, trainable);
    value.dispose();
    return { name, variable, trainable };
  };
  const kernel = weight("conv/kernel", tf.randomNormal([3, 3, 3, filters], 0, 0.3, "float32", seed));
  const gamma = weight("bn/gamma", tf.ones([filters]));
  const beta = weight("bn/beta", tf.zeros([filters]));
  const mean = weight("bn/moving_mean", tf.zeros([filters]), false);
  const variance = weight("bn/moving_variance", tf.ones([filters]), false);
  const dense = weight("dense/kernel", tf.randomNormal([filters, classes], 0, 0.5, "float32", seed + 1));
  const bias = weight("dense/bias", tf.zeros([classes]));
  const move = (moving: tf.Variable, batch: tf.Tensor): void => {
    moving.assign(moving.mul(MOMENTUM).add(batch.mul(1 - MOMENTUM)));
  };
  const options = { inputShape: [size, size, 3] as [number, number, number], classes };
  return createModel("tiny", options, [kernel, gamma, beta, mean, variance, dense, bias], {
    embed: (images) => images,
    blocks: [],
    head: (images: tf.Tensor4D, { training }) => {
      let x: tf.Tensor = tf.conv2d(images, kernel.variable as tf.Tensor4D, 1, "same");
      if (training) {
        const parts = [x, gamma.variable, beta.variable] as [tf.Tensor4D, tf.Tensor1D, tf.Tensor1D];
        const batch = batchNormTraining(...parts, { epsilon: EPSILON });
        move(mean.variable, batch.mean);
        move(variance.variable, batch.variance);
        x = batch.y;
      } else {
        const parts = [gamma, beta, mean, variance].map((each) => each.variable as tf.Tensor1D) as Parameters4;
        x = batchNormInference(x as tf.Tensor4D, ...parts, EPSILON);
      }
      x = tf.mean(tf.relu(x), [1, 2]);
      if (training && dropout > 0) x = tf.dropout(x, dropout);
      return tf.add(tf.matMul(x, dense.variable as tf.Tensor2D), bias.variable);
    },
  });
}

type Parameters4 = [tf.Tensor1D, tf.Tensor1D, tf.Tensor1D, tf.Tensor1D];
