/** Checks of this chapter's exercises, with the right answers: closed to students. */
import { guide } from "../../../lib/checks/progress";
import { hints } from "./hints";

export * from "./frameworks-batches";
export * from "./frameworks-measured";
export * from "./frameworks-sizes";
export * from "./frameworks-steps";
export * from "./frameworks";

export const { hint, progress } = guide("07-frameworks", hints);
