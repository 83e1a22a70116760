import { bytesAtRest } from "../tensorflow";
import { startProfile, stopProfile } from "../tensorflow/profiler";
import { allocatedBytes } from "./memory";

/** Bytes of all devices of this process together. */
export interface StepMemory {
  /** Of all variables, between steps. */
  atRest: number;
  /** The most during a step. */
  peak: number;
}

/**
 * Runs a step under TensorFlow's profiler, and says what it held. On CPUs only: it reads the host's allocator, which reports blocks of
 * about 100 kB and more.
 * @param step A step whose graph was made by an earlier call.
 */
export async function memoryOfStep(step: () => Promise<unknown>): Promise<StepMemory> {
  const atRest = bytesAtRest();
  startProfile();
  try {
    await step();
  } catch (error) {
    stopProfile();
    throw error;
  }
  const { first, peak } = allocatedBytes(stopProfile());
  return { atRest, peak: atRest + peak - first };
}
