/** The ops of native/ops.cc. They take float32 and bfloat16, and run on CPUs. */
export const workbookOps = [
  ...["WorkbookBatchNorm", "WorkbookBatchNormGrad", "WorkbookAddBatchNorm", "WorkbookAddBatchNormGrad"],
  ...["WorkbookLayerNorm", "WorkbookLayerNormGrad", "WorkbookBiasGelu", "WorkbookBiasGeluGrad"],
  ...["WorkbookDivideHeads", "WorkbookJoinHeads", "WorkbookCausalSoftmax", "WorkbookCausalSoftmaxGrad"],
] as const;
