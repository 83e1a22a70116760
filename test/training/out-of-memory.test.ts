import { describe, expect, it } from "vitest";
import { outOfMemoryReason, saysOutOfMemory, suggestBatchSize } from "../../lib/training/out-of-memory";

const model = { fixedBytes: 1e9, bytesPerImage: 30e6, limitBytes: 4e9 };

describe("the batch size that should fit", () => {
  it.each([
    ["half, where nothing is known", 2048, 1, undefined, 1024],
    ["a power of two, too", 100, 1, undefined, 32],
    ["by the memory of a step: (0.9 x 4 - 1) GB / 30 MB = 86", 512, 1, model, 64],
    ["for each replica", 512, 2, model, 128],
    ["less than what was tried, whatever the model says", 64, 1, model, 32],
    ["one, at the least", 2, 1, undefined, 1],
  ])("%s", (_, tried, replicas, known, expected) => {
    expect(suggestBatchSize(tried, replicas, known)).toBe(expected);
  });

  it("is none where not even one image fits", () => {
    expect(suggestBatchSize(1, 1)).toBeUndefined();
    expect(suggestBatchSize(64, 1, { ...model, limitBytes: 1e9 })).toBeUndefined();
    expect(outOfMemoryReason(1, undefined)).toMatch(/smaller images or a smaller model/);
  });
});

describe("the words that say that memory ran out", () => {
  it.each([
    "Invoke returned: RESOURCE_EXHAUSTED: {{node conv}} OOM when allocating tensor with shape[4096,64,128,128]",
    "terminate called after throwing an instance of 'std::bad_alloc'",
    "Operation received an exception:Status: 1, message: could not create a primitive",
    "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
    "RangeError: Array buffer allocation failed",
    // From reports of TensorFlow's users:
    "failed to create cublas handle: CUBLAS_STATUS_ALLOC_FAILED",
    "Could not create cudnn handle: CUDNN_STATUS_ALLOC_FAILED",
    "NOT_FOUND: No algorithm worked!  Error messages:   Profiling failure on CUDNN engine eng11{}: UNKNOWN: CUDNN_STATUS_ALLOC_FAILED",
    "CUDNN failed to allocate the scratch space for the runner or to find a working no-scratch runner.",
    "cuDNN error: CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED",
    "failed to allocate 1.40G (1507524608 bytes) from device: CUDA_ERROR_OUT_OF_MEMORY: out of memory",
  ])("%s", (message) => {
    expect(saysOutOfMemory(message)).toBe(true);
  });

  it.each([
    "Shapes must be equal",
    "failed to create cublas handle: CUBLAS_STATUS_NOT_INITIALIZED",
    "NCCL: unhandled cuda error. Set NCCL_DEBUG=WARN for detail.",
    "Failed to allocate device at /gpu:7: there are 2",
  ])("others do not: %s", (message) => {
    expect(saysOutOfMemory(message)).toBe(false);
  });
});
