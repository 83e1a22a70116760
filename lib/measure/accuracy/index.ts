export { type Paid } from "./interpolate";
export { accuracyCurve, type AccuracyCurve } from "./curve";
export { timeToAccuracy, type TimeToAccuracy } from "./time-to";
