import { tf, together } from "../tensorflow/engine";
import * as ops from "../tensorflow/ops";
import type { WholePass } from "./chain";
import type { VarianceScaling, WeightFactory } from "./initializers";

// A layer is a function that is made once, with its weights, and applied in every step. Names and defaults are Keras's.

interface ConvolutionOptions {
  channels: number;
  filters: number;
  kernelSize: number;
  strides?: number;
  /** Zeros on each side before the convolution, Keras's ZeroPadding2D; or `same`. */
  padding?: number | "same";
  bias?: boolean;
  initializer?: VarianceScaling;
}

/** A layer that {@link convolution} makes. */
export interface Convolution {
  (x: tf.Tensor4D, pass: WholePass): tf.Tensor4D;
  /** The convolution without its bias, for a {@link batchNorm} that takes the bias itself. */
  unbiased(x: tf.Tensor4D, pass: WholePass): tf.Tensor4D;
  readonly bias?: tf.Variable<tf.Rank.R1>;
}

/** A {@link Convolution} that has a bias. */
export type BiasedConvolution = Convolution & Required<Pick<Convolution, "bias">>;

/** Keras's Conv2D, with a ZeroPadding2D before it. */
export function convolution(
  factory: WeightFactory,
  name: string,
  options: ConvolutionOptions & { bias: true },
): BiasedConvolution;
export function convolution(factory: WeightFactory, name: string, options: ConvolutionOptions): Convolution;
export function convolution(factory: WeightFactory, name: string, options: ConvolutionOptions): Convolution {
  const { channels, filters, kernelSize, strides = 1, padding = 0, initializer } = options;
  const shape = [kernelSize, kernelSize, channels, filters];
  const kernel = factory.kernel<tf.Rank.R4>(`${name}/kernel`, shape, initializer);
  const bias = options.bias ? factory.vector(`${name}/bias`, filters, 0) : undefined;
  const unbiased = (x: tf.Tensor4D, { of }: WholePass) => ops.conv2d(x, of(kernel), { strides, padding });
  const layer = (x: tf.Tensor4D, pass: WholePass) =>
    bias ? ops.biasAdd(unbiased(x, pass), pass.of(bias)) : unbiased(x, pass);
  return Object.assign(layer, { unbiased, bias });
}

/** Keras's DepthwiseConv2D without bias, with TensorFlow's `SAME` padding. */
export function depthwiseConvolution(
  factory: WeightFactory,
  name: string,
  options: Pick<ConvolutionOptions, "channels" | "kernelSize" | "strides" | "initializer">,
) {
  const { channels, kernelSize, strides, initializer } = options;
  const kernel = factory.kernel<tf.Rank.R4>(`${name}/kernel`, [kernelSize, kernelSize, channels, 1], initializer);
  return (x: tf.Tensor4D, { of }: WholePass): tf.Tensor4D => ops.depthwiseConv2d(x, of(kernel), strides);
}

// Keras's default.
const momentum = 0.99;

/** A moving statistic, and the batch's towards which it moves. */
interface Move {
  moving: tf.Variable;
  batch: tf.Tensor;
}

/** The moves of a pass under way that are made when it ends. */
let postponed: Move[] | undefined;

/** Makes a pass, and at its end all moves of moving statistics that it asks for: on GPUs by the same kernels. */
export function movingTogether<T>(pass: () => T): T {
  const outer = postponed;
  const asked: Move[] = (postponed = []);
  try {
    const result = pass();
    postponed = outer;
    moveAll(asked);
    return result;
  } finally {
    postponed = outer;
    tf.dispose(asked.map(({ batch }) => batch));
  }
}

function moveAll(asked: readonly Move[]): void {
  for (let rest = asked; rest.length > 0;) {
    // A statistic moves once for each of several passes, one after another.
    const isFirst = ({ moving }: Move, index: number, all: readonly Move[]) =>
      all.findIndex((each) => each.moving === moving) === index;
    const now = rest.filter(isFirst);
    rest = rest.filter((each) => !now.includes(each));
    move(now);
  }
}

function move(moves: readonly Move[]): void {
  if (postponed) {
    postponed.push(...moves.map(({ moving, batch }) => ({ moving, batch: tf.keep(batch.clone()) })));
    return;
  }
  const lists = [moves.map(({ moving }) => moving), moves.map(({ batch }) => batch)];
  const [moved] = together(lists, (moving, batch) => [tf.add(tf.mul(moving, momentum), tf.mul(batch, 1 - momentum))]);
  moves.forEach(({ moving }, index) => moving.assign(moved[index]));
}

/** What a residual block adds up: its shortcut, the result of its last convolution, and the biases that both still lack. */
export interface Addends {
  shortcut: tf.Tensor4D;
  residual: tf.Tensor4D;
  bias: tf.Tensor1D;
}

interface NormalizationOptions {
  /** Whether a ReLU follows. Default false. */
  relu?: boolean;
  /** The bias of the convolution before, if it has not been added yet. */
  bias?: tf.Tensor1D;
  /** Is added to the images before. */
  addend?: tf.Tensor4D;
}

/** A layer that {@link batchNorm} makes. */
export interface BatchNorm {
  (x: tf.Tensor4D, pass: WholePass, options?: NormalizationOptions): tf.Tensor4D;
  /** Adds up, then normalises; the sum must be used, too (see `addBatchNormTraining`). */
  ofSum(
    addends: Addends,
    pass: WholePass,
    options: Pick<NormalizationOptions, "relu">,
  ): { sum: tf.Tensor4D; y: tf.Tensor4D };
}

/**
 * Keras's BatchNormalization, and the ReLU after it. In training, the moving statistics move towards the batch's mean and
 * population variance; where a checkpoint computes again, they have.
 * @param epsilon is added to the variance; Keras's default is 1e-3.
 */
export function batchNorm(factory: WeightFactory, name: string, channels: number, epsilon = 1e-3): BatchNorm {
  const gamma = factory.vector(`${name}/gamma`, channels, 1);
  const beta = factory.vector(`${name}/beta`, channels, 0);
  const movingMean = factory.statistic(`${name}/moving_mean`, channels, 0);
  const movingVariance = factory.statistic(`${name}/moving_variance`, channels, 1);
  const learn = <T extends { mean: tf.Tensor1D; variance: tf.Tensor1D }>(normalized: T, { again }: WholePass): T => {
    if (again) return normalized;
    move([
      { moving: movingMean, batch: normalized.mean },
      { moving: movingVariance, batch: normalized.variance },
    ]);
    return normalized;
  };
  const layer = (x: tf.Tensor4D, pass: WholePass, options: NormalizationOptions = {}): tf.Tensor4D => {
    const { relu, bias, addend } = options;
    const [scale, shift] = [pass.of(gamma), pass.of(beta)];
    if (pass.training) return learn(ops.batchNormTraining(x, scale, shift, { epsilon, relu, bias, addend }), pass).y;
    const center: tf.Tensor1D = bias ? tf.sub(movingMean, bias) : movingMean;
    const sum: tf.Tensor4D = addend ? tf.add(x, addend) : x;
    const y = ops.batchNormInference(sum, scale, shift, center, movingVariance, epsilon);
    return relu ? ops.relu(y) : y;
  };
  const ofSum: BatchNorm["ofSum"] = (addends, pass, { relu }) => {
    const weights = { gamma: pass.of(gamma), beta: pass.of(beta) };
    if (pass.training) return learn(ops.addBatchNormTraining({ ...addends, ...weights }, { epsilon, relu }), pass);
    const sum: tf.Tensor4D = tf.add(addends.shortcut, ops.biasAdd(addends.residual, addends.bias));
    return { sum, y: layer(sum, pass, { relu }) };
  };
  return Object.assign(layer, { ofSum });
}

/** Keras's Dense without an activation. */
export function dense(
  factory: WeightFactory,
  name: string,
  { channels, units, initializer }: { channels: number; units: number; initializer?: VarianceScaling },
) {
  const kernel = factory.kernel<tf.Rank.R2>(`${name}/kernel`, [channels, units], initializer);
  const bias = factory.vector(`${name}/bias`, units, 0);
  return (x: tf.Tensor2D, { of }: WholePass): tf.Tensor2D => ops.biasAdd(tf.matMul(x, of(kernel)), of(bias));
}

/** Keras's Normalization of channels as it is before `adapt()`: mean 0, variance 1. */
export function normalization(factory: WeightFactory, name: string, channels: number) {
  const mean = factory.constant<tf.Rank.R1>(`${name}/mean`, [channels], 0);
  const variance = factory.constant<tf.Rank.R1>(`${name}/variance`, [channels], 1);
  factory.constant<tf.Rank.R0>(`${name}/count`, [], 0); // Keras counts it among the parameters but never uses it
  return (x: tf.Tensor4D): tf.Tensor4D => tf.div(tf.sub(x, mean), tf.maximum(tf.sqrt(variance), 1e-7));
}

/**
 * Keras's Dropout in training: a share `rate` of the numbers becomes zero, the others are divided by 1 - rate. Every call
 * draws anew, inside a captured step too.
 * @param noiseShape Shape of the random numbers: 1 along an axis whose numbers are dropped together. Default: each number by itself.
 */
export function dropout<T extends tf.Tensor>(x: T, rate: number, noiseShape?: number[]): T {
  return tf.dropout(x, rate, noiseShape) as T; // dropout keeps the shape
}

/** Keras's ZeroPadding2D where no convolution follows. */
export const zeroPadding = ops.zeroPad;
