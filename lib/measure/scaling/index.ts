export { amdahlSpeedup, fitAmdahl } from "./amdahl";
export { scaledSpeedup } from "./gustafson";
export { invoice } from "./invoice";
export { summedSeconds } from "./steps";
export { scaling } from "./study";
export type { ScalingPoint, ScalingStudy } from "./types";
