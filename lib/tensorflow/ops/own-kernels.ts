import { activeRecording } from "../capture/recording";
import { onGpu } from "../devices";

/** Whether the kernels of native/ops.cc compute here. They are for CPUs: on GPUs, and by XLA, TensorFlow's own ops are compiled into few. */
export const hasOwnKernels = (): boolean => !onGpu() && !activeRecording()?.xla;
