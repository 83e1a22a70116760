/** Checks of this chapter's exercises, with the right answers: closed to students. */
export * from "./experiments-choice";
export {
  checkFittedTimes,
  checkLeaveOneOut,
  checkPredictedEpoch,
  type FittedTimes,
  type TimedRun,
} from "./experiments-prediction";
