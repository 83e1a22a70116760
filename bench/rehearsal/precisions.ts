import type { Precision } from "../../lib/tensorflow";

/** Every precision that GPUs have. */
export const gpuPrecisions: readonly Precision[] = ["float32", "mixed_float16", "mixed_bfloat16"];
