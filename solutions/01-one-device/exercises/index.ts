/** Checks of this chapter's exercises, with the right answers: closed to students. */
export { checkJobRequest, checkPrintedEpoch, type JobAsked, type PrintedEpoch } from "./job";
export { checkLargestBatch, checkModelBytes, type MeasuredMemory, type ModelBytes } from "./memory";
export { checkOwnStep, checkRepairedStep, type Descent, type OwnTraining } from "./own-step";
export { checkBytesSent, checkReading, type Place, type Reading } from "./reading";
export { checkAttainable, checkUnderRoof, type MeasuredWork, type UnderRoof } from "./roofline";
export { checkLastBatch, checkStepsPerEpoch } from "./steps";
export {
  checkAcceleration,
  checkEpochSeconds,
  checkSteadyEpochSeconds,
  checkThroughput,
  type Acceleration,
} from "./times";
