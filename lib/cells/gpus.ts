import { usableGpuCount } from "../system/nvidia-smi";
import { installation } from "../tensorflow/installation";

/**
 * The number of GPUs that the workbook can use now: those that `nvidia-smi` lists and `CUDA_VISIBLE_DEVICES` allows, where
 * the installed libraries are for GPUs.
 * TensorFlow itself is not asked, since it would take all of the GPUs' memory for the process that asks.
 */
export async function currentGpuCount(): Promise<number> {
  if (installation().device !== "gpu") return 0;
  return usableGpuCount();
}
