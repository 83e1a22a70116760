import { heldOverTime, stepMemory } from "../../lib/profile";
import { bytesAtRest, capture, tf, type Captured } from "../../lib/tensorflow";
import { startProfile, stopProfile } from "../../lib/tensorflow/profiler";

/** A layer of a chain: takes [rows, width] to the same shape, by kernels. */
export type ChainLayer = (x: tf.Tensor2D, kernels: tf.Tensor2D[]) => tf.Tensor2D;

/** What the backward pass has of a layer that kept only its input. */
export interface ForgottenLayer {
  layer: ChainLayer;
  /** The layer's input. */
  x: tf.Tensor2D;
  kernels: tf.Tensor2D[];
  /** The gradient of the layer's result. */
  dy: tf.Tensor2D;
  /** The gradients that this pass gave for the layer behind it; none for the last layer. */
  behind: tf.Tensor[];
}

/** Computes the gradients of a forgotten layer's input and of its kernels, in this order. */
export type ChainBackward = (forgotten: ForgottenLayer) => tf.Tensor[];

/** A chain's values: the input [rows][width], and for each layer its two kernels, [width][4 width] and [4 width][width]. */
export type ChainValues = [x: number[][], kernels: number[][][][]];

/** How large a chain is. */
export interface ChainSize {
  layers: number;
  rows: number;
  width: number;
}

/** What a step of a chain held beyond its variables. */
export interface ChainMemory {
  seconds: number[];
  /** From each of these times on. */
  bytes: number[];
  /** The most of these bytes. */
  peak: number;
}

/** x + tanh(x · wide) · narrow. For its backward pass it keeps x, and four times as many numbers each: the tanh and its slope. */
export const chainLayer: ChainLayer = (x, [wide, narrow]) => tf.add(x, tf.matMul(tf.tanh(tf.matMul(x, wide)), narrow));

/**
 * The gradients of the mean square of a chain's result.
 * @param backward How layers compute their gradients that keep only their inputs. Default: they keep all that their gradients need.
 * @returns one for each kernel, as numbers.
 */
export function chainGradients([x, kernels]: ChainValues, backward?: ChainBackward): number[][][][] {
  return tf.tidy(() => {
    const step = chainStep(kernels.map(variablesOf), backward);
    try {
      return step.run(tf.tensor2d(x)).map((layer) => layer.map((gradient) => gradient.arraySync() as number[][]));
    } finally {
      step.dispose();
    }
  });
}

/**
 * Measures what a step of a chain holds over time, on one CPU: beyond its variables, and without blocks below 256 KiB.
 * @param backward As {@link chainGradients} has it.
 * @throws one line when TensorFlow computes on a GPU, or the chain is too small to be seen.
 */
export function chainMemory({ layers, rows, width }: ChainSize, backward?: ChainBackward): ChainMemory {
  return tf.tidy(() => {
    const random = (shape: [number, number], seed: number): tf.Tensor2D =>
      tf.randomNormal<tf.Rank.R2>(shape, 0, 0.05, "float32", seed);
    const variables = Array.from({ length: layers }, (_, layer) => [
      tf.variable<tf.Rank.R2>(random([width, 4 * width], 2 * layer + 1)),
      tf.variable<tf.Rank.R2>(random([4 * width, width], 2 * layer + 2)),
    ]);
    const step = chainStep(variables, backward);
    const devices = ["/device:CPU:0"];
    try {
      const x = random([rows, width], 99);
      const run = (): void => {
        step.run(x).flat()[0].dataSync();
      };
      run();
      const { overTime, atRest, peak } = stepMemory(bytesAtRest(devices), heldOverTime(profileOf(run), 1));
      if (overTime.seconds.length === 0) {
        throw new Error("The chain is too small for its memory to be seen: give it more rows, or a larger width.");
      }
      return { seconds: overTime.seconds, bytes: overTime.devices[0], peak: peak[0] - atRest[0] };
    } finally {
      step.dispose();
    }
  });
}

type Variable = tf.Variable<tf.Rank.R2>;

const variablesOf = (kernels: number[][][]): Variable[] =>
  kernels.map((values) => tf.variable<tf.Rank.R2>(tf.tensor2d(values)));

interface ChainStep {
  run(x: tf.Tensor2D): tf.Tensor[][];
  dispose(): void;
}

/** A captured step that gives the gradients of a chain's kernels. */
function chainStep(kernels: Variable[][], backward?: ChainBackward): ChainStep {
  const step: Captured<[tf.Tensor2D], tf.Tensor[][]> = capture(
    (x: tf.Tensor2D) => {
      const layer = backward ? forgetful(chainLayer, backward) : chainLayer;
      const loss = (): tf.Scalar => tf.mean(tf.square(kernels.reduce((y, each) => layer(y, each), x)));
      const { grads } = tf.variableGrads(loss, kernels.flat());
      return kernels.map((each) => each.map(({ name }) => grads[name]));
    },
    { name: "chain" },
  );
  return {
    run: (x) => step(x),
    dispose: () => {
      step.dispose();
      tf.dispose(kernels);
    },
  };
}

/** Makes a layer keep nothing but its input, and gives its gradients to `backward`. */
function forgetful(layer: ChainLayer, backward: ChainBackward): ChainLayer {
  let behind: tf.Tensor[] = [];
  return (x, kernels) => {
    const differentiable = tf.customGrad<tf.Tensor2D>((...given) => {
      const save = given.at(-1) as tf.GradSaveFunc; // customGrad passes it after the inputs, which its type cannot say
      save([x, ...kernels]);
      return {
        value: layer(x, kernels),
        gradFunc: (dy, [savedX, ...savedKernels]) => {
          const saved = { x: savedX as tf.Tensor2D, kernels: savedKernels as tf.Tensor2D[] };
          return (behind = backward({ layer, ...saved, dy, behind }));
        },
      };
    });
    return differentiable(x, ...kernels);
  };
}

function profileOf(run: () => void): Uint8Array {
  startProfile();
  try {
    run();
  } catch (error) {
    stopProfile();
    throw error;
  }
  return stopProfile();
}
