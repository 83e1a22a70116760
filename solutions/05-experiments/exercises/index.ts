/** Checks of this chapter's exercises, with the right answers: closed to students. */
export { checkEffectF, checkInteraction, type ModeRun } from "./experiments-effects";
export {
  checkInterval,
  checkPairedDifference,
  checkTimesTooNarrow,
  type Limits,
  type MeanDifference,
} from "./experiments-sure";
export {
  checkBlockOrder,
  checkConfigurations,
  checkDiagnosis,
  checkFakedDifference,
  type ComparedRun,
  type Diagnosis,
} from "./experiments";
