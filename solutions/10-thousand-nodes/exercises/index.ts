/** Checks of this chapter's exercises, with the right answers: closed to students. */
import { guide } from "../../../lib/checks/progress";
import { hints } from "./hints";

export * from "./energy";
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

export const { hint, progress } = guide("10-thousand-nodes", hints);
