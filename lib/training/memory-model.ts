import os from "node:os";
import { memoryLimit } from "../system/memory";
import type { Model } from "../models";
import type { MemoryEstimate } from "../tensorflow";
import type { MemoryModel } from "./out-of-memory";
import type { Configuration } from "../runs/record";

// What a run on a CPU needs beyond its graph's values, measured with ResNet50V2 at 64x64 and 128x128, batch 8 to 64:
// kernels' scratch space and ops that run at the same time add about half to what images need, compiled kernels and
// reordered weights about a quarter to the gradients.
const SCRATCH = 1.6;
const KERNELS = 1.25;
// CUDA's context and the libraries' own memory.
const GPU_CONTEXT = 1e9;

/**
 * What the training step needs, by its graph, before it has run: what is there already and the gradients, and what
 * each image adds.
 * @param estimate Of a step with a full batch.
 * @returns undefined where the memory of a GPU is not known.
 */
export async function memoryModelOf(
  model: Model,
  { localBatchSize, replicas, workers = 1, device }: Configuration,
  { held, computed }: MemoryEstimate,
): Promise<MemoryModel | undefined> {
  const oneReplica = model.trainableWeights.reduce((sum, { variable }) => sum + 4 * variable.size, 0);
  // Replicas on a CPU share its memory: there, what one needs is needed by all of this process.
  const sharing = device === "cpu" ? replicas / workers : 1;
  const gradients = sharing * oneReplica;
  const bytesPerImage = (sharing * (SCRATCH * Math.max(computed - oneReplica, 1))) / localBatchSize;
  if (device === "gpu") {
    const limitBytes = await gpuMemory();
    const fixedBytes = GPU_CONTEXT + held + KERNELS * gradients;
    return limitBytes === undefined ? undefined : { fixedBytes, bytesPerImage, limitBytes };
  }
  const { rss } = process.memoryUsage();
  // What other programs hold is not for us, unless the limit is our own.
  const limitBytes = Math.min(memoryLimit(), os.freemem() + rss);
  return { fixedBytes: rss + KERNELS * gradients, bytesPerImage, limitBytes };
}

/** The memory of the smallest visible GPU, in bytes. */
async function gpuMemory(): Promise<number | undefined> {
  const { execa } = await import("execa");
  const visible = process.env.CUDA_VISIBLE_DEVICES;
  const which = visible ? [`--id=${visible}`] : [];
  const flags = ["--query-gpu=memory.total", "--format=csv,noheader,nounits", ...which];
  const { failed, stdout } = await execa("nvidia-smi", flags, { reject: false });
  const mebibytes = failed ? [] : stdout.split("\n").map(Number).filter(Number.isFinite);
  return mebibytes.length === 0 ? undefined : Math.min(...mebibytes) * 2 ** 20;
}
