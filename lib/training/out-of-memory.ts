/**
 * Messages of TensorFlow, CUDA's libraries, C++ and V8 when memory runs out. oneDNN's status 1 is `dnnl_out_of_memory`. NCCL only
 * says "unhandled cuda error", which can mean anything.
 */
const messages = new RegExp(
  [
    "RESOURCE_EXHAUSTED|ResourceExhausted|OOM when allocating|failed to allocate (memory|the scratch space)",
    "CUDA_ERROR_OUT_OF_MEMORY|CU(DNN|BLAS|SOLVER|SPARSE|FFT)_(STATUS_)?ALLOC_FAILED|(HOST|DEVICE)_ALLOCATION_FAILED",
    "bad_alloc|std::length_error|Status: 1, message: could not|Cannot allocate memory|out of memory",
    "heap out of memory|Array buffer allocation failed",
  ].join("|"),
  "i",
);

/** Whether a message says that memory ran out. */
export function saysOutOfMemory(message: string): boolean {
  return messages.test(message);
}

/** The memory of a step. */
export interface MemoryModel {
  /** Bytes that do not depend on the batch: weights, gradients, the optimizer's state, images on the device, the process. */
  fixedBytes: number;
  /** Bytes that each image of a replica's batch adds. */
  bytesPerImage: number;
  /** Bytes that a replica may use. */
  limitBytes: number;
}

/** The share of a memory that a step can use: allocators fragment it, and other programs need some. */
export const USABLE_SHARE = 0.9;

/**
 * A global batch size that should fit if `batchSize` did not, a power of two for each replica. It follows from the linear
 * model memory = fixed + bytes per image x images; without a model it is at most half of the batch.
 * @returns undefined when not even one image per replica would fit, or only one image was tried.
 */
export function suggestBatchSize(batchSize: number, replicas: number, model?: MemoryModel): number | undefined {
  const tried = Math.ceil(batchSize / replicas);
  const fits = model ? (USABLE_SHARE * model.limitBytes - model.fixedBytes) / model.bytesPerImage : tried / 2;
  // Memory did run out, so the batch must shrink even if the model says that it fits.
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
