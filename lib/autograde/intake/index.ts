/** Reads a submission, which may hold anything, without trusting it or following its links. */
export { type SubmittedFile } from "./files";
export { limits } from "./limits";
export { type HandedInCell } from "./notebook";
export { findSubmission, readSubmission, type HandedIn, type Submitted } from "./submission";
export { isObject, quoted, wellFormed } from "./words";
