import type { Precision } from "../tensorflow";
import { precisionOn } from "../training/precision";

/** Every precision that GPUs have. */
export const gpuPrecisions: readonly Precision[] = (["float32", "mixed"] as const).map((wish) =>
  precisionOn("gpu", wish),
);
