/** Checks of this chapter's exercises, with the right answers: closed to students. */
import { guide } from "../../../lib/checks/progress";
import { hints } from "./hints";

export * from "./first-functions";

export const { hint, progress } = guide("00-typescript", hints);
