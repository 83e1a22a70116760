/** The functions that a notebook's cells call: they make measurements once and keep them, and look at the machine's devices. */
export { runProgram } from "../jobs";
export { gpuCount, hasGpu, nodesAtHand } from "./at-hand";
export { sourceOf } from "./program-source";
export { runJob, runOnNodes, type NodesMeasurement, type TaskMeasurement } from "./run-on-nodes";
export { runOnce, type Measurement } from "./run-once";
