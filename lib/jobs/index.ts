export { gpuCount, hasGpu, nodesAtHand } from "./at-hand";
export { programArguments } from "./program-arguments";
export { sourceOf } from "./program-source";
export type { NodesAtHand } from "./nodes-at-hand";
export { runJob, runOnNodes, type NodesMeasurement, type TaskMeasurement } from "./run-on-nodes";
export { runOnce, type Measurement } from "./run-once";
export { programFile, runProgram, type ArgumentValues } from "./run-program";
