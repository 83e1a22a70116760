import { installation } from "../tensorflow/installation";

/**
 * The number of GPUs that the workbook can use now: those that `nvidia-smi` lists, where the installed libraries are for GPUs.
 * TensorFlow itself is not asked, since it would take all of the GPUs' memory for the process that asks.
 */
export async function currentGpuCount(): Promise<number> {
  if (installation().device !== "gpu") return 0;
  const { execa } = await import("execa");
  const { failed, stdout } = await execa("nvidia-smi", ["--list-gpus"], { reject: false });
  return failed ? 0 : stdout.split("\n").filter((line) => line.startsWith("GPU ")).length;
}
