/**
 * Ops that TensorFlow.js lacks or differentiates wastefully. On CPUs, most have one kernel forwards and one backwards. They work
 * eagerly and inside a captured step, and all but the words have gradients.
 * @module tensorflow/ops
 */
export { addBatchNormTraining, batchNormInference, batchNormTraining } from "./batch-norm/batch-norm";
export { biasAdd } from "./bias-add";
export { causalSoftmax, causalWeights } from "./causal-softmax";
export { channelMeans, globalAveragePool, scaleChannels } from "./channels";
export { conv2d } from "./conv2d/conv2d";
export { depthwiseConv2d } from "./depthwise-conv2d";
export { biasGelu, gelu } from "./gelu";
export { divideHeads, joinHeads, type AttentionPart } from "./heads";
export { layerNorm } from "./layer-norm";
export { lookUp } from "./look-up";
export { matMul } from "./mat-mul";
export { oneUse } from "./one-use";
export { relu } from "./relu";
export { sparseSoftmaxCrossEntropy } from "./softmax-cross-entropy";
export { subsample } from "./subsample";
export { swish } from "./swish";
export { integersFromWords, movedAsWords } from "./words";
export { zeroPad } from "./zero-pad";
export { withGradient } from "../own-gradient";
export type { Normalized, NormalizedSum } from "./batch-norm/normalized";
