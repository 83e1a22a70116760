/** What tells that memory ran out, in TensorFlow's, C++'s and V8's words; oneDNN's status 1 is `dnnl_out_of_memory`. */
const words =
  /RESOURCE_EXHAUSTED|ResourceExhausted|OOM when allocating|bad_alloc|std::length_error|heap out of memory|Array buffer allocation failed|failed to allocate memory|CUDA_ERROR_OUT_OF_MEMORY|CUDNN_STATUS_ALLOC_FAILED|Status: 1, message: could not|Cannot allocate memory|out of memory/i;

/** Whether a message says that memory ran out. */
export function saysOutOfMemory(message: string): boolean {
  return words.test(message);
}

/** What is known of a step's memory. */
export interface MemoryModel {
  /** Bytes that do not depend on the batch: weights, gradients, the optimizer's state, images on the device, the process. */
  fixedBytes: number;
  /** Bytes that each image of a replica's batch adds. */
  bytesPerImage: number;
  /** Bytes that a replica may use. */
  limitBytes: number;
}

// Allocators cut memory into pieces, and a machine has other things to do.
const usableShare = 0.9;

/**
 * A global batch size that should fit where `batchSize` did not: by the linear model
 * memory = fixed + bytes per image x images, or half where nothing is known; a power of two a replica.
 * @returns undefined when not even one image a replica would fit, or only one image was tried.
 */
export function suggestBatchSize(batchSize: number, replicas: number, model?: MemoryModel): number | undefined {
  const tried = Math.ceil(batchSize / replicas);
  const fits = model ? (usableShare * model.limitBytes - model.fixedBytes) / model.bytesPerImage : tried / 2;
  // Memory did run out: what was tried does not fit, whatever the model says.
  const images = 2 ** Math.floor(Math.log2(Math.min(fits, tried - 1)));
  return images >= 1 ? images * replicas : undefined;
}

/** One line for a run that ran out of memory. */
export function outOfMemoryReason(batchSize: number, suggested: number | undefined): string {
  const remedy =
    suggested === undefined
      ? "smaller images or a smaller model are needed"
      : `a batch size of ${suggested} should fit`;
  return `Out of memory at a global batch size of ${batchSize}: ${remedy}.`;
}
