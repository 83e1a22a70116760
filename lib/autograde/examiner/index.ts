/** Works on what a submission holds, where it can cost nobody anything but itself. */
export { Examiner, TooMuchWork, type Patience } from "./examiner";
export type { FoundSubmission } from "./work";
