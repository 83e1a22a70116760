import type { Hints } from "../../../lib/checks/progress";

export const hints: Hints = {};
