export {
  checkBreakEven,
  checkExtraSeconds,
  checkInterpolation,
  checkPredictedEfficiency,
  type JobTimes,
  type Known,
} from "./deeper-scaling";
export { checkBytesPerEpoch, checkLayerWork, checkPowerOfTwoBatch, checkWorkPerByte } from "./deeper-work";
export {
  checkFakedDifference,
  checkInteraction,
  checkInterval,
  checkRunsOfDesign,
  checkTimesTooNarrow,
  type DesignCase,
  type DriftCase,
  type InteractionCase,
  type IntervalCase,
  type Limits,
  type NarrowCase,
} from "./experiments";
export {
  checkCheapestPlan,
  checkPredictedEpoch,
  checkRSquared,
  type DeadlineCase,
  type FitCase,
  type PredictionCase,
  type TimedPlan,
} from "./experiments-prediction";
export { checkBytesPerImageAt, checkLargestBatch, checkModelBytes, type MemoryLine, type ModelBytes } from "./memory";
export {
  checkEffectiveBatch,
  checkEpochTime,
  checkLeastSeconds,
  checkOverlappedTime,
  checkUpdates,
  type AccumulationCase,
  type EpochTimeCase,
  type WireCase,
} from "./many-nodes";
export {
  checkFewestBatches,
  checkNetworkRate,
  checkSecondsPerSync,
  type NetworkCase,
  type SyncedEpoch,
  type TwoBatches,
} from "./many-nodes-network";
export {
  checkMeanGradient,
  checkMirroredSteps,
  checkRingBytes,
  checkShares,
  type EpochCase,
  type GradientCase,
  type RingCase,
  type ShareCase,
} from "./mirrored";
export { checkBytesSent, checkReading, type Place, type Reading } from "./reading";
export {
  checkAddedEfficiency,
  checkDeviceSeconds,
  checkEfficiency,
  checkMostSpeedup,
  checkSpeedup,
  checkSpeedupRange,
  type AddedCase,
  type EfficiencyCase,
  type JobCase,
  type Range,
  type Rate,
  type RoundedCase,
  type SpeedupCase,
} from "./scaling";
export { checkLastBatch, checkStepsPerEpoch, type Cut } from "./steps";
export {
  checkAcceleration,
  checkEpochSeconds,
  checkStartUpSeconds,
  checkSteadyEpochSeconds,
  checkThroughput,
  type Pair,
} from "./times";
