import { bytesAtRest } from "../tensorflow/engine";
import { heldOverTime, type HeldOverTime } from "./held-over-time";
import { profileOf } from "./profile-of";

/** Bytes of each device of this process. */
export interface StepMemory {
  /** Of all variables, between steps. */
  atRest: number[];
  /** The most during a step. */
  peak: number[];
  /** The most that all devices held together at one time. */
  peakTogether: number;
  /** What they held beyond what they hold at rest, during the step. */
  overTime: HeldOverTime;
}

/**
 * Runs a step under TensorFlow's profiler, and says what each device held. On CPUs only: it reads the host's allocator, which reports
 * blocks of 256 KiB and more.
 * @param devices TensorFlow's names of the step's devices in this process, in its replicas' order.
 * @param step A step whose graph was made by an earlier call.
 */
export async function memoryOfStep(devices: readonly string[], step: () => Promise<unknown>): Promise<StepMemory> {
  const atRest = bytesAtRest(devices);
  return stepMemory(atRest, heldOverTime(await profileOf(step), devices.length));
}

/**
 * What a step holds of memory, from what its devices held over time.
 * @param atRest Bytes of each device between steps.
 */
export function stepMemory(atRest: number[], overTime: HeldOverTime): StepMemory {
  const most = (values: readonly number[]): number => values.reduce((one, other) => Math.max(one, other), 0);
  const together = overTime.seconds.map((_, place) => overTime.devices.reduce((sum, each) => sum + each[place], 0));
  return {
    atRest,
    peak: atRest.map((bytes, device) => bytes + most(overTime.devices[device])),
    peakTogether: atRest.reduce((sum, bytes) => sum + bytes, 0) + most(together),
    overTime,
  };
}
