/** Checks of this chapter's exercises, with the right answers: closed to students. */
import { guide } from "../../../lib/checks/progress";
import { hints } from "./hints";

export * from "./input";
export * from "./job-scripts";
export * from "./mirrored";
export * from "./own-program";
export * from "./ring";
export * from "./scaling";

export const { hint, progress } = guide("02-mirrored", hints);
