/** Checks of this chapter's exercises, with the right answers: closed to students. */
import { guide } from "../../../lib/checks/progress";
import { hints } from "./hints";

export { checkAmount, checkCauseFit, checkFeeding, type Cause, type CauseFit } from "./deeper-causes";
export * from "./deeper-job";
export * from "./deeper-network";
export * from "./deeper-scaling";
export * from "./deeper-work";

export const { hint, progress } = guide("03-deeper-model", hints);
