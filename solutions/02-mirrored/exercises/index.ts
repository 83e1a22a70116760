/** Checks of this chapter's exercises, with the right answers: closed to students. */
export { checkEnoughLoaders, checkWaitingShare, type Feeding } from "./input";
export { checkJobScript, checkMended, type FaultyScript } from "./job-scripts";
export { checkMeanGradient, checkShares } from "./mirrored";
export { checkMirroredProgram } from "./own-program";
export { checkBusiestBytes, checkCarryOut, checkRingRounds, type Held } from "./ring";
export {
  checkAddedEfficiency,
  checkCharged,
  checkCompared,
  checkMostSpeedup,
  checkSpeedupRange,
  checkTwoSpeedups,
  type Charged,
  type Compared,
  type Range,
  type Rate,
  type TrainingJob,
  type TwoSpeedups,
} from "./scaling";
