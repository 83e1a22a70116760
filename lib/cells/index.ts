/** What a notebook's cell calls: measurements that are made once and kept, programs, and what there is to measure with. */
export { runProgram } from "../jobs";
export { gpuCount, hasGpu, nodesAtHand } from "./at-hand";
export { sourceOf } from "./program-source";
export { runJob, runOnNodes, type NodesMeasurement, type TaskMeasurement } from "./run-on-nodes";
export { runOnce, type Measurement } from "./run-once";
