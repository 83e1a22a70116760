export { compareAt, type Paid } from "./at";
export { accuracyCurve, type AccuracyCurve } from "./curve";
export { timeToAccuracy, type TimeToAccuracy } from "./time-to";
