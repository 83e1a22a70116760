/** Checks of this chapter's exercises, with the right answers: closed to students. */
export * from "./experiments-effects";
export * from "./experiments-sure";
export * from "./experiments";
