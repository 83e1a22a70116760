/** Puts the notebook together that is graded, from what was handed in and what was released. */
export { assemble, isLocked, type Assembled, type AssembledCell } from "./assemble";
export { toBook, toRun, toShow, writtenAnswers, type Graded, type ToRun } from "./notebooks";
