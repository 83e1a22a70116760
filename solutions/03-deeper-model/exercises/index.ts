/** Checks of this chapter's exercises, with the right answers: closed to students. */
export {
  checkAmount,
  checkCauseFit,
  checkFeeding,
  type Cause,
  type CauseFit,
  type EpochOnDevices,
} from "./deeper-causes";
export { checkDeeperJob } from "./deeper-job";
export { checkNetworkCost, type BlockStack, type NetworkCost } from "./deeper-network";
export {
  checkBreakEven,
  checkExtraSeconds,
  checkNetworkEfficiency,
  checkThirdModel,
  type JobTimes,
  type MeasuredModel,
  type ThirdModel,
} from "./deeper-scaling";
export { checkLayerWork, checkPowerOfTwoBatch, checkWorkPerByte } from "./deeper-work";
