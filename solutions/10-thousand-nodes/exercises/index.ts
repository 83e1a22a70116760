/** Checks of this chapter's exercises, with the right answers: closed to students. */
export { checkGoodput, checkReplay, checkYoung } from "./failures";
export { checkInvoice, type DeviceCosts, type Invoice } from "./invoice";
export {
  checkIntervalScore,
  checkLargestEfficient,
  checkStepLine,
  checkSuspect,
  type MeasuredStep,
  type ScaledStep,
  type StepLine,
} from "./scale";
export { checkExpectedSlowest, checkSlowNode, type RunOnSome } from "./slowest";
