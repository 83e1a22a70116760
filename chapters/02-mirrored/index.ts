/** What this chapter's cells call, and no other chapter. */
export { crossingSize } from "./crossing";
export { allReduceWaysFigure } from "./figures/all-reduce-ways";
export { inputWaitFigure } from "./figures/input-wait";
export { messageSizesFigure } from "./figures/message-sizes";
export { mirroredStepFigure } from "./figures/mirrored-step";
export { scaledSpeedup } from "./gustafson";
export { checkOwnCores, type CoresResults } from "./measured/cores";
export { checkOwnInput, type InputResults } from "./measured/input";
export { checkOwnScaling, type ScalingResults } from "./measured/mirrored";
export { checkOwnMirrored, type OwnProgramResults } from "./measured/own-program";
export { halvingRounds, starRounds, treeRounds, type Send } from "./rounds";
export { timeAllReduce, timeMessageSizes, type TimedAllReduce } from "./time-all-reduce";
export { runSmall, trainOnCores } from "./measure-small";
export { busyShare, grownStepRows, invoiceRows, linkRows, partRows, savedBySeparateJobs, studyRows } from "./rows";
export { wireTimes, type WireTime } from "./wire-times";
