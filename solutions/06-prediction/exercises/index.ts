/** Checks of this chapter's exercises, with the right answers: closed to students. */
export * from "./experiments-choice";
export * from "./experiments-prediction";
