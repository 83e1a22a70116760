export { amdahlSpeedup, fitAmdahl } from "./amdahl";
export { invoice } from "./invoice";
export { summedSeconds } from "./steps";
export { scaling } from "./study";
export type { ScalingPoint, ScalingStudy } from "./types";
