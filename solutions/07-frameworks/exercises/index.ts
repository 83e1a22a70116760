/** Checks of this chapter's exercises, with the right answers: closed to students. */
export {
  checkLargestUseful,
  checkScaledRate,
  checkUpdatesUntil,
  checkWayToTrain,
  type BatchNeed,
  type MeasuredWay,
} from "./frameworks-batches";
export {
  checkRankRanges,
  checkSecondsToAccuracy,
  checkSteadyThroughput,
  checkTwoGains,
  type RankRange,
  type RateInterval,
  type TrainingToAccuracy,
  type TwoGains,
} from "./frameworks-measured";
export {
  checkDivisor,
  checkFrameworkFaults,
  checkMomentum,
  checkStepGradient,
  type Combination,
  type DividingProgram,
  type FaultyFramework,
  type FrameworkFault,
  type MomentumRule,
} from "./frameworks-steps";
export {
  checkClaims,
  checkGainToAccuracy,
  checkUnequalSettings,
  type ClaimKind,
  type Comparison,
  type FrameworkClaim,
  type GainToAccuracy,
  type TrainingSettings,
} from "./frameworks";
