/**
 * Differentiable ops that TensorFlow.js lacks or differentiates wastefully, each one fused TensorFlow kernel forwards and
 * one backwards. They work eagerly and inside a captured step.
 */
export { batchNormInference, batchNormTraining, type BatchNormTraining } from "./batch-norm";
export { biasAdd } from "./bias-add";
export { conv2d, type Conv2DOptions } from "./conv2d/conv2d";
export { depthwiseConv2d } from "./depthwise-conv2d";
export { globalAveragePool } from "./global-average-pool";
export { relu } from "./relu";
export { sparseSoftmaxCrossEntropy } from "./softmax-cross-entropy";
export { subsample } from "./subsample";
export { swish } from "./swish";
