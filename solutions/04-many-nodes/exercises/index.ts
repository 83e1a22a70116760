/** Checks of this chapter's exercises, with the right answers: closed to students. */
export * from "./many-nodes-diagnosis";
export * from "./many-nodes-model";
export * from "./many-nodes-network";
export * from "./many-nodes-program";
export { checkAccumulated, checkEpochCounts, checkLeastSeconds, type BatchGradient } from "./many-nodes";
