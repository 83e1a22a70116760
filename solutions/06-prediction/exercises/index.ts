/** Checks of this chapter's exercises, with the right answers: closed to students. */
import { guide } from "../../../lib/checks/progress";
import { hints } from "./hints";

export * from "./experiments-choice";
export {
  checkFittedTimes,
  checkLeaveOneOut,
  checkPredictedEpoch,
  type FittedTimes,
  type TimedRun,
} from "./experiments-prediction";

export const { hint, progress } = guide("06-prediction", hints);
