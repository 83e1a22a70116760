export { Check, type Ground, type Trial } from "./check";
export { compareGuess } from "./prediction";
// Hidden from what is graded: here is what the right answers are.
export * from "./exercises";
// What follows from the student's own records.
export * from "./measured";
