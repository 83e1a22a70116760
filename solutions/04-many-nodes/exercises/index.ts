/** Checks of this chapter's exercises, with the right answers: closed to students. */
export { checkSlowNodes, type SlowNodesCause } from "./many-nodes-diagnosis";
export { checkEpochTimes, type EpochTimes, type NodesCosts } from "./many-nodes-model";
export { checkFewestBatches, checkNetworkRate, checkSecondsPerSync, type SyncedEpoch } from "./many-nodes-network";
export { checkLargestDifference, checkNodesProgram } from "./many-nodes-program";
export { checkAccumulated, checkEpochCounts, checkLeastSeconds, type BatchGradient } from "./many-nodes";
