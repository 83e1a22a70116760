/** Checks of this chapter's exercises, with the right answers: closed to students. */
import { guide } from "../../../lib/checks/progress";
import { hints } from "./hints";

export * from "./job";
export * from "./jpegs";
export * from "./memory";
export * from "./own-step";
export * from "./precision";
export * from "./reading";
export * from "./roofline";
export * from "./steps";
export * from "./times";

export const { hint, progress } = guide("01-one-device", hints);
