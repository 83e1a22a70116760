/** Assembles the notebook to grade from the submission and the release. */
export { assemble, isLocked, type Assembled } from "./assemble";
export { answered, toBook, toRun, toShow, writtenAnswers } from "./notebooks";
