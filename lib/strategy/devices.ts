import { availableParallelism } from "node:os";
import { counted } from "../system/words";

/**
 * Chooses the devices of replicas.
 * @param present TensorFlow's names of all devices: `CPU:0`, `GPU:1`.
 * @param count The number of devices. Default: all GPUs, or one CPU where there is no GPU.
 * @param kind Default: GPUs where there are any.
 * @param most How many GPUs TensorFlow was started for. Default: all.
 * @throws one line when there are fewer devices than `count`, or TensorFlow was started for fewer; it says how many there are.
 */
export function chooseDevices(
  present: readonly string[],
  count?: number,
  kind?: "cpu" | "gpu",
  most = Infinity,
): string[] {
  if (count !== undefined && (!Number.isInteger(count) || count < 1)) {
    throw new Error(`The number of devices is ${count}, but must be a whole number from 1.`);
  }
  const gpus = present.filter((name) => name.startsWith("GPU"));
  const onGpus = (kind ?? (gpus.length > 0 ? "gpu" : "cpu")) === "gpu";
  const devices = onGpus ? gpus : present.filter((name) => name.startsWith("CPU"));
  if (devices.length === 0) throw new Error("There is no GPU here: choose the CPU, or run `./workbook doctor`.");
  if (onGpus && devices.length >= most && (count ?? Infinity) > most) {
    throw new Error(
      `TensorFlow was started for ${counted(most, "GPU")}, by an earlier strategy: restart this process (a notebook's kernel) and ` +
        `make the strategy with more GPUs first, or ask for ${most}.`,
    );
  }
  if (count !== undefined && count > devices.length) {
    const remedy = onGpus
      ? `ask for at most ${devices.length}, or for logical devices of the CPU with device "cpu"`
      : "TensorFlow had been started before the strategy was made; make the strategy first";
    const existing = counted(devices.length, onGpus ? "GPU" : "CPU device");
    throw new Error(`${count} devices are asked for, but this process has ${existing}: ${remedy}.`);
  }
  return devices.slice(0, count ?? (onGpus ? devices.length : 1));
}

/**
 * TensorFlow's threads for replicas that share cores. They compute faster when each op runs on one core than when every op
 * runs on all cores: at a global batch of 64 on 2 cores, 2 replicas need a tenth less processor time than one device. At
 * least one op of every replica must run at a time; otherwise a replica that has not begun would keep the others waiting
 * in the all-reduce.
 * @param devices The number of this process's replicas.
 * @param processes The number of processes that share the cores, each with as many replicas.
 */
export function threadsOf(devices: number, processes = 1) {
  const cores = availableParallelism();
  const intraOpThreads = Math.max(1, Math.floor(cores / (devices * processes)));
  return { intraOpThreads, interOpThreads: Math.max(cores, devices) };
}
