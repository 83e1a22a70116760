import koffi from "koffi";
import { backend } from "./backend";
import { hookLibrary } from "./installation";

/** The functions of native/peak-memory.cc. */
function functions() {
  backend(); // creates the context that has the devices
  const hook = koffi.load(hookLibrary);
  return {
    peak: hook.func("int64_t workbook_peak_bytes(const char*)") as (device: string) => number | bigint,
    reset: hook.func("void workbook_reset_peak_bytes(const char*)") as (device: string) => void,
  };
}

let known: ReturnType<typeof functions> | undefined;

/**
 * The most bytes that TensorFlow's tensors and its kernels' scratch space have held at once on each device, since the process
 * began or {@link resetPeakBytes} was called. CUDA's context and NCCL's buffers come on top.
 * @param devices Devices of this process: `GPU:0`.
 * @returns undefined unless TensorFlow counts on all of them. It does on GPUs. On CPUs it allocates by the C library and counts
 * nothing; its own switch (`tsl::EnableCPUAllocatorStats`) counts 0 in a build like this one, which cannot ask how long a block is.
 */
export function peakBytes(devices: readonly string[]): number[] | undefined {
  const { peak } = (known ??= functions());
  const peaks = devices.map((device) => Number(peak(device)));
  return peaks.length > 0 && peaks.every((bytes) => bytes > 0) ? peaks : undefined;
}

/** Lets the peaks of these devices count from what they hold now. */
export function resetPeakBytes(devices: readonly string[]): void {
  const { reset } = (known ??= functions());
  devices.forEach((device) => reset(device));
}
