/** Checks of this chapter's exercises, with the right answers: closed to students. */
export * from "./failures";
export * from "./invoice";
export {
  checkIntervalScore,
  checkLargestEfficient,
  checkStepLine,
  checkSuspect,
  type MeasuredStep,
  type ScaledStep,
  type StepLine,
} from "./scale";
export * from "./slowest";
