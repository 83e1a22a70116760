/** Checks of this chapter's exercises, with the right answers: closed to students. */
export * from "./frameworks-batches";
export * from "./frameworks-measured";
export * from "./frameworks-steps";
export * from "./frameworks";
