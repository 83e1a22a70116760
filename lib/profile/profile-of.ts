import { startProfile, stopProfile } from "../tensorflow/profiler";

/**
 * Runs a step under TensorFlow's profiler.
 * @param step A step whose graph was made by an earlier call.
 * @returns a serialized XSpace.
 */
export async function profileOf(step: () => Promise<unknown>): Promise<Uint8Array> {
  startProfile();
  try {
    await step();
  } catch (error) {
    stopProfile();
    throw error;
  }
  return stopProfile();
}
