import { tf } from "../../backend";
import { nativeOp, type AttributeValue } from "../../native-op";
import { withGradient } from "../../own-gradient";
import type { Normalized, NormalizedSum, NormalizeOptions } from "./normalized";

// The kernels of native/batch_norm.cc, for CPUs.

const sumKernel = "WorkbookAddBatchNorm";

const attributesOf = ({ epsilon, relu = false }: NormalizeOptions): Record<string, AttributeValue> => ({
  T: { type: "float32" },
  epsilon: { float: epsilon },
  relu,
});

/** {@link batchNormTraining} in two passes over `x` and one over `y`, and its gradient likewise. */
export function normalize(
  x: tf.Tensor4D,
  gamma: tf.Tensor1D,
  beta: tf.Tensor1D,
  { addend, ...options }: NormalizeOptions & { addend?: tf.Tensor4D },
): Normalized {
  const attributes = attributesOf(options);
  // Outside of customGrad, whose function may return only one tensor: mean and variance would not outlive its scope.
  const [sum, y, mean, variance] = addend
    ? nativeOp(sumKernel, attributes, [x, addend, tf.tensor1d([], "float32"), gamma, beta], 4)
    : [x, ...nativeOp("WorkbookBatchNorm", attributes, [x, gamma, beta], 3)];
  const inputs = [x, gamma, beta, ...(addend ? [addend] : [])];
  const normalized = withGradient<tf.Tensor4D>(inputs, () => ({
    value: y,
    keeps: [sum, gamma, beta, mean, variance],
    gradient: (dy, kept) => {
      const [dx, ...others] = nativeOp("WorkbookBatchNormGrad", attributes, [dy, ...kept], 3);
      return [dx, ...others, ...(addend ? [dx] : [])];
    },
  }));
  return { y: normalized, mean: mean as tf.Tensor1D, variance: variance as tf.Tensor1D };
}

tf.registerKernel({
  kernelName: sumKernel,
  backendName: "tensorflow",
  kernelFunc: ({ inputs, attrs }) => {
    const { shortcut, residual, bias, gamma, beta } = inputs as Record<string, tf.Tensor>; // see normalizeSum()
    return nativeOp(sumKernel, attributesOf(optionsOf(attrs)), [shortcut, residual, bias, gamma, beta], 4);
  },
});

tf.registerGradient({
  kernelName: sumKernel,
  inputsToSave: ["gamma", "beta"],
  outputsToSave: [true, false, true, true],
  gradFunc: (dys, [gamma, beta, sum, mean, variance], attrs) => {
    const [dsum, dy] = dys as tf.Tensor[]; // the kernel has several outputs
    const inputs = [dy, sum, gamma, beta, mean, variance, dsum];
    const [dx, dgamma, dbeta, dbias] = nativeOp(`${sumKernel}Grad`, attributesOf(optionsOf(attrs)), inputs, 4);
    return { shortcut: () => dx, residual: () => dx, bias: () => dbias, gamma: () => dgamma, beta: () => dbeta };
  },
});

// The attributes are what normalizeSum() gives.
const optionsOf = (attributes: unknown): NormalizeOptions => attributes as NormalizeOptions;

/** {@link addBatchNormTraining} in one pass over each of its inputs and two over the sum, and its gradient likewise. */
export function normalizeSum(
  inputs: { shortcut: tf.Tensor4D; residual: tf.Tensor4D; bias: tf.Tensor1D; gamma: tf.Tensor1D; beta: tf.Tensor1D },
  options: NormalizeOptions,
): NormalizedSum {
  const outputs: tf.Tensor[] = tf.engine().runKernel(sumKernel, inputs, { ...options });
  const [sum, y, mean, variance] = outputs as [tf.Tensor4D, tf.Tensor4D, tf.Tensor1D, tf.Tensor1D];
  return { sum, y, mean, variance };
}
