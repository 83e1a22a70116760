export { Check, type Trial } from "./check";
export { exampleRun, type ExamplePlan } from "./example-run";
export { checkBytesPerImageAt, checkLargestBatch, checkModelBytes, type MemoryLine, type ModelBytes } from "./memory";
export { compareGuess } from "./prediction";
export { checkBytesSent, checkReading, type Place, type Reading } from "./reading";
export { checkLastBatch, checkStepsPerEpoch, type Cut } from "./steps";
export {
  checkAcceleration,
  checkEpochSeconds,
  checkStartUpSeconds,
  checkSteadyEpochSeconds,
  checkThroughput,
  type Pair,
} from "./times";
