export { scaling } from "./study";
export { scalingStudies } from "./studies";
export { amdahlSpeedup, fitAmdahl } from "./amdahl";
export { invoice, type InvoiceLine, type Price } from "./invoice";
export { summedSeconds } from "./steps";
export type { AmdahlFit, Marginal, ScalingOptions, ScalingPoint, ScalingStudy } from "./types";
