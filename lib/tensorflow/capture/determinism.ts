import type { Operation } from "./graph";

/** The attribute of an op that captured steps give it. */
const attribute = ({ attributes }: Operation, name: string) => attributes.find((each) => each.name === name)?.value;

// Ops whose kernels on GPUs refuse to run where every run shall give the same bits. TensorFlow's documentation says that there are some
// and has no list: these are the ops in the messages of its library for CUDA, version 2.20.0 ("A deterministic GPU implementation of ...",
// "Determinism is not yet supported ..."). Its message on DepthwiseConvBackpropFilter concerns cuDNN before 7.6.3 only: with a newer one,
// that gradient is cuDNN's, as its tests say. Its sums of segments have had deterministic kernels since 2.8, as its release notes say.
const WITHOUT: Readonly<Record<string, (operation: Operation, xla: boolean) => boolean>> = {
  FusedBatchNormGradV3: (operation) => attribute(operation, "is_training") === false,
  MaxPoolGrad: (_operation, xla) => xla,
  ...Object.fromEntries(
    [
      ...["SparseSoftmaxCrossEntropyWithLogits", "SoftmaxCrossEntropyWithLogits", "ResizeNearestNeighborGrad"],
      ...["AdjustContrast", "AdjustContrastv2", "Bincount", "DenseBincount", "CropAndResizeGradImage"],
      ...["CropAndResizeGradBoxes", "Dilation2DBackpropInput", "Dilation2DBackpropFilter", "MaxPoolGradWithArgmax"],
      ...["SparseTensorDenseMatMul", "FakeQuantWithMinMaxVarsGradient", "FakeQuantWithMinMaxVarsPerChannelGradient"],
    ].map((op) => [op, () => true]),
  ),
};

/**
 * Refuses a step on GPUs that could not give the same bits on every run.
 * @param xla Whether XLA compiles it.
 * @throws one line that names the first op without a deterministic kernel.
 */
export function refuseNondeterministic(name: string, operations: readonly Operation[], xla: boolean): void {
  const found = operations.find((operation) => WITHOUT[operation.op]?.(operation, xla));
  if (!found) return;
  const where = xla && found.op === "MaxPoolGrad" ? "for GPUs by XLA" : "on GPUs";
  throw new Error(
    `${name} has ${found.op}, for which TensorFlow has no deterministic kernel ${where}: leave --deterministic` +
      `${xla ? " or --xla" : ""} out, or take a network without it.`,
  );
}
