/** Works on submissions in a process with limits, so that one that takes too much delays no other. */
export { Examiner, TooMuchWork, type Patience } from "./examiner";
export type { FoundSubmission } from "./work";
