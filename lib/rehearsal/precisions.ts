import type { Precision } from "../tensorflow";
import { LossScale } from "../training/loss-scale";
import { precisionOn } from "../training/precision";

/** Every precision that GPUs have. */
export const gpuPrecisions: readonly Precision[] = (["float32", "mixed"] as const).map((wish) =>
  precisionOn("gpu", wish),
);

/** The loss scale of a training in this precision, as `fit` makes it. */
export const lossScaleFor = (precision: Precision): LossScale | undefined =>
  precision === "mixed_float16" ? new LossScale() : undefined;
