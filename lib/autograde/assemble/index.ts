/** Puts the notebook together that is graded, from what was handed in and what was released. */
export { assemble, isLocked, type Assembled } from "./assemble";
export { toBook, toRun, toShow, writtenAnswers } from "./notebooks";
