/** The functions that a notebook's cells call: they make measurements once and keep them, and look at the machine's devices. */
export { runProgram } from "../jobs";
export { brokenSchedules, type BrokenName } from "./broken-schedules";
export { coreCount, gpuCount, hasGpu, nodesAtHand } from "./at-hand";
export {
  chainGradients,
  chainMemory,
  type ChainBackward,
  type ChainMemory,
  type ChainSize,
  type ChainValues,
  type ForgottenLayer,
} from "./chain";
export { jobScriptOf } from "./job-script";
export { runOwnProgram, type OwnProgram } from "./own-program";
export { sourceOf } from "./program-source";
export { killAndResume, type TrainingToKill } from "./kill-and-resume";
export { measure, type PlacedMeasurement } from "./measure";
export { measuringPlace } from "./place";
export { recordAt, type Place, type Where } from "./place-schema";
export { frameworksAtHand, runFramework, type FrameworkMeasurement } from "./run-framework";
export { runOnNodes, type NodesMeasurement } from "./run-on-nodes";
export { seal, type Foreseen, type Predictions } from "./seal";
export { runSchedule, type RanSchedule, type ScheduleToRun } from "./run-schedule";
export { submitScript } from "./submit-script";
export { timeAllReduce, type AllReduceToTime, type TimedAllReduce } from "./time-all-reduce";
export { runOnce, type Measurement } from "./run-once";
export { measureStudy, studyCells, studyCost, type StudyCell, type StudyFactors } from "./study-cells";
