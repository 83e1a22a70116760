import type { Precision } from "../tensorflow";

/** A precision, or `mixed`: the 16-bit format of the device. */
export type PrecisionWish = Precision | "mixed";

const mixedOn = { cpu: "mixed_bfloat16", gpu: "mixed_float16" } as const;

/** The precision of a training. @param wish By Keras's names; `mixed` takes the device's. */
export const precisionOn = (device: "cpu" | "gpu", wish: PrecisionWish = "float32"): Precision =>
  wish === "mixed" ? mixedOn[device] : wish;
