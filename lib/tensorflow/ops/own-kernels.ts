import { FLOAT16 } from "../capture/casts";
import { activeRecording } from "../capture/recording";
import { onGpu } from "../devices";

/**
 * Whether the kernels of native/ops.cc compute here. They are for CPUs, in float32 and bfloat16: on GPUs, and by XLA, TensorFlow's own ops
 * are compiled into few.
 */
export function hasOwnKernels(): boolean {
  const recording = activeRecording();
  return !onGpu() && !recording?.xla && recording?.casts?.type !== FLOAT16;
}
