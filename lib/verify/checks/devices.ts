import { counted } from "../../system/words";
import { queryGpus } from "../../system/nvidia-smi";
import { installation } from "../../tensorflow/installation";
import type { Finding } from "../check";
import type { Found } from "../machine";
import { devicesAnswer, probe } from "../probe/task";

const SHOWN_BY =
  "TF_CPP_MIN_LOG_LEVEL=0 ./workbook train --device gpu --dataset synthetic --preset quick --steps 1 --epochs 1";

/** What to look for. */
export interface Wanted {
  /** Default: what TensorFlow was set up for. */
  device?: "cpu" | "gpu";
  /** The most devices to use. Default: all GPUs, or two logical CPUs. */
  devices?: number;
}

/**
 * Looks which devices TensorFlow has. Without a GPU, the CPU is divided into logical devices.
 * @returns what there is to verify, unless it is not what was wanted.
 */
export async function findDevices(wanted: Wanted): Promise<{ finding: Finding; found?: Found }> {
  const kind = wanted.device ?? installation().device;
  const rows = await queryGpus({ fields: ["name", "memory.total"], gpus: process.env.CUDA_VISIBLE_DEVICES }, 20_000);
  const gpus = rows.map((row) => ({ name: row.name, bytes: Number(row["memory.total"]) * 2 ** 20 }));
  const logicalDevices = wanted.devices ?? 2;
  const { devices, addressBytes } = await probe({ kind: "devices", device: kind, logicalDevices }, devicesAnswer);
  const seen = devices.filter((name) => name.startsWith("GPU"));
  const names = [...new Set(gpus.map(({ name }) => name))].join(", ");
  if (kind === "gpu" && seen.length > 0) {
    const used = seen.slice(0, wanted.devices);
    const found = { device: kind, devices: used, gpus, addressBytes };
    const text = `${counted(seen.length, "GPU")}: ${names}`;
    if (seen.length === gpus.length) return { finding: { state: "pass", found: text }, found };
    const remedy = `read TensorFlow's own messages: ${SHOWN_BY}`;
    return { finding: { state: "fail", found: `${text}, but nvidia-smi lists ${gpus.length}`, remedy }, found };
  }
  if (kind === "gpu" && (wanted.device === "gpu" || gpus.length > 0)) {
    const remedy = `run ./workbook doctor, then read TensorFlow's own messages: ${SHOWN_BY}`;
    const what = gpus.length > 0 ? `nvidia-smi lists ${names}, but TensorFlow sees no GPU` : "there is no GPU here";
    return { finding: { state: "fail", found: what, remedy } };
  }
  const found = { device: "cpu", devices: cpus(logicalDevices), gpus: [], addressBytes } as const;
  const text = `no GPU: ${counted(logicalDevices, "logical device")} of the CPU`;
  if (gpus.length > 0) {
    const remedy = wanted.device ? undefined : "to use them: WORKBOOK_DEVICE=gpu ./workbook setup";
    return { finding: { state: "pass", found: `${text}, beside ${names}`, remedy }, found };
  }
  const remedy =
    kind === "gpu" ? "on a login node, run it in a job that has GPUs: srun --gres=gpu:2 ./workbook verify" : undefined;
  return { finding: { state: "pass", found: text, remedy }, found };
}

const cpus = (count: number): string[] => Array.from({ length: count }, (_, index) => `CPU:${index}`);
