export { Check, type Ground, type Trial } from "./check";
export { exampleRun, type ExamplePlan } from "./example-run";
export { exampleNodesRun, type NodesPlan } from "./example-nodes-run";
export { compareGuess } from "./prediction";
// Hidden from what is graded: here is what the right answers are.
export * from "./exercises";
// What follows from the student's own records.
export * from "./measured";
