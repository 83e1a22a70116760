/** Checks of this chapter's exercises, with the right answers: closed to students. */
import { guide } from "../../../lib/checks/progress";
import { hints } from "./hints";

export * from "./experiments-effects";
export * from "./experiments-sure";
export * from "./experiments";

export const { hint, progress } = guide("05-experiments", hints);
