/** Works on what a submission holds, where it can cost nobody anything but itself. */
export { Examiner, TooMuchWork, type Marking, type Patience } from "./examiner";
export { nothingFor, type Read } from "./work";
