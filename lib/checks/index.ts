export { Check, type Ground, type Trial } from "./check";
export { compareGuess } from "./prediction";
export { whenWritten } from "./when-written";
// The right answers: the sandbox hides this folder from submissions.
export * from "./exercises";
export * from "./measured";
