/** Checks of this chapter's exercises, with the right answers: closed to students. */
import { guide } from "../../../lib/checks/progress";
import { hints } from "./hints";

export * from "./many-nodes-diagnosis";
export * from "./many-nodes-model";
export * from "./many-nodes-network";
export * from "./many-nodes-program";
export { checkAccumulated, checkEpochCounts, checkLeastSeconds, type BatchGradient } from "./many-nodes";

export const { hint, progress } = guide("04-many-nodes", hints);
