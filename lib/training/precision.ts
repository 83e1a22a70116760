import type { Precision } from "../tensorflow";

/** A precision, or `mixed`: the 16-bit format of the device. */
export type PrecisionWish = Precision | "mixed";

// TensorFlow's rewriter puts a graph into float16 on GPUs only and into bfloat16 on CPUs only. On GPUs float16 is no loss: an A100
// or H100 multiplies both formats equally fast, older ones have no bfloat16, and TensorFlow has cuDNN's fused BatchNorm
// for float16 only. Its small range is what the loss scale is for.
const mixedOn = { cpu: "mixed_bfloat16", gpu: "mixed_float16" } as const;

/**
 * The precision of a training.
 * @param wish By Keras's names; `mixed` takes the device's.
 * @throws one line when the device does not compute so.
 */
export function precisionOn(device: "cpu" | "gpu", wish: PrecisionWish = "float32"): Precision {
  if (wish === "float32") return wish;
  const mixed = mixedOn[device];
  if (wish === "mixed" || wish === mixed) return mixed;
  const [here, there] = device === "cpu" ? ["CPUs", "GPUs"] : ["GPUs", "CPUs"];
  throw new Error(
    `The precision ${wish} is for ${there}, and the devices are ${here}: choose ${mixed}, or mixed for what the device has.`,
  );
}
