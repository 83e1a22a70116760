import { GPU_CONTEXT, KERNELS } from "../training/memory-model";
import { USABLE_SHARE } from "../training/out-of-memory";
import type { PlanCluster } from "./cluster";
import type { PlanConfiguration } from "./configurations";
import type { Subject } from "./subject";

/** Node and TensorFlow without a step, in bytes: what remains of the peaks of ResNet44 with 32 and 128 images (docs/benchmarks.md). */
const PROCESS = 0.55e9;

/** What a device needs at most, in bytes. */
export interface PlanMemory {
  bytes: number;
  fits: boolean;
}

/**
 * The memory of a device during a step, in float32: weights, gradients, the optimizer's state and the sums of accumulated gradients,
 * divided among the devices where they are sharded (ZeRO stage 3: S. Rajbhandari and others, 2020), and the images'. Formats of
 * 16 bits need less, since most activations are then half as large; what fits by this number fits with them, too.
 * @param slots Numbers that the optimizer keeps for each parameter: SGD 0, SGD with momentum 1, AdamW 2.
 */
export function memoryOf(
  { parameters, bytesPerImage }: Subject,
  { devices, localBatch, accumulation, sharded }: PlanConfiguration,
  { cluster: { device, memoryGB }, slots }: { cluster: PlanCluster; slots: number },
): PlanMemory {
  const sums = accumulation > 1 ? 1 : 0;
  const state = (4 * parameters * (1 + slots + sums + KERNELS)) / (sharded ? devices : 1);
  const bytes = (device === "gpu" ? GPU_CONTEXT : PROCESS) + state + bytesPerImage * localBatch;
  return { bytes, fits: bytes <= USABLE_SHARE * 1e9 * memoryGB };
}
