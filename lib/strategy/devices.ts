import { availableParallelism } from "node:os";
import type { TensorFlowOptions } from "../tensorflow";

/**
 * Chooses devices for replicas among those that TensorFlow has.
 * @param present TensorFlow's names: `CPU:0`, `GPU:1`.
 * @param count How many. Default: all GPUs, or one CPU where there is none.
 * @param kind Default: GPUs where there are any.
 * @throws one line with the number there are, when that is less.
 */
export function chooseDevices(present: readonly string[], count?: number, kind?: "cpu" | "gpu"): string[] {
  if (count !== undefined && (!Number.isInteger(count) || count < 1)) {
    throw new Error(`The number of devices is ${count}, but must be a whole number from 1.`);
  }
  const gpus = present.filter((name) => name.startsWith("GPU"));
  const wanted = kind ?? (gpus.length > 0 ? "gpu" : "cpu");
  const devices = wanted === "gpu" ? gpus : present.filter((name) => name.startsWith("CPU"));
  if (devices.length === 0) throw new Error("There is no GPU here: choose the CPU, or run `./workbook doctor`.");
  if (count !== undefined && count > devices.length) {
    const there = `${devices.length} ${wanted === "gpu" ? "GPU" : "CPU device"}${devices.length === 1 ? "" : "s"}`;
    const remedy =
      wanted === "gpu"
        ? `ask for at most ${devices.length}, or for logical devices of the CPU with device "cpu"`
        : "TensorFlow had been started before the strategy was made; make the strategy first";
    throw new Error(`${count} devices are asked for, but there are ${there}: ${remedy}.`);
  }
  return devices.slice(0, count ?? (wanted === "gpu" ? devices.length : 1));
}

/**
 * Replicas that share cores do better with an op on one core each than with every op on all cores (at a global batch of
 * 64 on 2 cores, 2 replicas need a tenth less processor time than one device). As many ops run at a time as there are
 * replicas: otherwise some would begin only when others have finished, and these would wait for them in the all-reduce.
 * @param devices Replicas of this process.
 * @param processes As many as share the cores, each with so many replicas.
 */
export function threadsOf(
  devices: number,
  processes = 1,
): Required<Pick<TensorFlowOptions, "intraOpThreads" | "interOpThreads">> {
  const cores = availableParallelism();
  const intraOpThreads = Math.max(1, Math.floor(cores / (devices * processes)));
  return { intraOpThreads, interOpThreads: Math.max(cores, devices) };
}
