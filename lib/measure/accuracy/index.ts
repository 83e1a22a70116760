export { accuracyCurve, type AccuracyCurve, type AccuracyPoint } from "./curve";
export { timeToAccuracy, type TimeToAccuracy } from "./time-to";
export { compareAt, curveAt, type Paid, type PaidPoint } from "./at";
