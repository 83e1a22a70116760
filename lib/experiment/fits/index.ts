/** What the fits of all cost models share: the formulas themselves are in `predict` and `scale`. */
export type { Fit, HeldTerm, Prediction, ToldTerm } from "./fit";
export { errorSummary, leftOutRow, leftOutTable, type ErrorSummary, type LeftOutRow } from "./left-out";
export { checkTimes, newRun, noiseOf, type Noise } from "./noise";
