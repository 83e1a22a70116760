import { queryGpusNow } from "../system/nvidia-smi";
import type { Precision } from "../tensorflow";

/** A precision, or `mixed`: the 16-bit format that fits the device. */
export type PrecisionWish = Precision | "mixed";

/** A training, as far as it decides on the format. */
interface Format {
  device: "cpu" | "gpu";
  /** Whether TensorFlow's kernels normalise and rectify images: on GPUs it joins these in float16 only, unless XLA compiles them. */
  joins: boolean;
}

/**
 * The precision of a training. `mixed` is bfloat16, which needs no loss scale, but float16 on GPUs without bfloat16, and where float16 was
 * measured to be faster (docs/precision.md).
 * @param wish By Keras's names.
 */
export function precisionOn({ device, joins }: Format, wish: PrecisionWish = "float32"): Precision {
  if (wish !== "mixed") return wish;
  return device === "gpu" && (joins || !haveBfloat16()) ? "mixed_float16" : "mixed_bfloat16";
}

/** Whether the GPUs that this process may use multiply in bfloat16: from compute capability 8.0 on. */
function haveBfloat16(): boolean {
  const gpus = queryGpusNow({ fields: ["compute_cap"], gpus: process.env.CUDA_VISIBLE_DEVICES });
  return gpus.length > 0 && gpus.every(({ compute_cap: capability }) => Number(capability) >= 8);
}
