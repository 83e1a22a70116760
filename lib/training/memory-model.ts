import os from "node:os";
import { memoryLimit } from "../system/memory";
import { queryGpus } from "../system/nvidia-smi";
import { virtualGpus, type MemoryEstimate } from "../tensorflow/engine";
import type { MemoryModel } from "./out-of-memory";
import { allDevices, type Configuration } from "../runs/record";

// A run on a CPU needs more memory than its graph's values, measured with ResNet50V2 at 64x64 and 128x128, batch 8 to 64:
// scratch space of kernels and parallel ops add about half to the images' memory, compiled kernels and reordered weights
// about a quarter to the gradients' memory.
export const SCRATCH = 1.6;
export const KERNELS = 1.25;
/** CUDA's context and the libraries' own memory on a GPU, in bytes: TensorFlow's allocator does not count them. */
export const GPU_CONTEXT = 1e9;

/**
 * Estimates the memory of the training step from its graph, before it runs: a fixed part with the gradients, and a part for
 * each image.
 * @param gradientBytes Of one device.
 * @param estimate The graph's estimate for a full batch.
 * @returns undefined when the memory of the GPU is unknown.
 */
export async function memoryModelOf(
  gradientBytes: number,
  configuration: Configuration,
  { held, computed }: MemoryEstimate,
): Promise<MemoryModel | undefined> {
  const { localBatchSize, workers = 1, device } = configuration;
  // All devices of this process share a CPU's memory.
  const sharing = device === "cpu" ? allDevices(configuration) / workers : 1;
  const gradients = sharing * gradientBytes;
  const bytesPerImage = (sharing * (SCRATCH * Math.max(computed - gradientBytes, 1))) / localBatchSize;
  if (device === "gpu") {
    const limitBytes = await gpuMemory();
    const fixedBytes = GPU_CONTEXT + held + KERNELS * gradients;
    return limitBytes === undefined ? undefined : { fixedBytes, bytesPerImage, limitBytes };
  }
  const { rss } = process.memoryUsage();
  // Memory of other programs is not available, unless this process has its own limit.
  const limitBytes = Math.min(memoryLimit(), os.freemem() + rss);
  return { fixedBytes: rss + KERNELS * gradients, bytesPerImage, limitBytes };
}

/** The memory of the smallest visible GPU, or of a part of the one that is divided, in bytes. */
async function gpuMemory(): Promise<number | undefined> {
  const part = virtualGpus();
  if (part) return part.mebibytes * 2 ** 20;
  const rows = await queryGpus({ fields: ["memory.total"], gpus: process.env.CUDA_VISIBLE_DEVICES });
  const mebibytes = rows.map((row) => Number(row["memory.total"])).filter(Number.isFinite);
  return mebibytes.length === 0 ? undefined : Math.min(...mebibytes) * 2 ** 20;
}
