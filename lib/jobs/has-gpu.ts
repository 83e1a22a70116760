import { installation } from "../tensorflow/installation";

/**
 * Whether this machine has a GPU that the workbook can use: one that `nvidia-smi` lists, and libraries for GPUs.
 * TensorFlow itself is not asked, since it would take all of the GPU's memory for the process that asks.
 */
export async function hasGpu(): Promise<boolean> {
  if (installation().device !== "gpu") return false;
  const { execa } = await import("execa");
  const { failed, stdout } = await execa("nvidia-smi", ["--list-gpus"], { reject: false });
  return !failed && stdout.includes("GPU ");
}
