/**
 * The functions that a notebook's cells call: they make measurements once and keep them, and look at the machine's devices.
 * @module cells
 */
export { runProgram } from "../jobs";
export { coreCount, gpuCount, hasGpu, nodesAtHand } from "./at-hand";
export { runOwnProgram, type OwnProgram } from "./own-program";
export { sourceOf } from "./program-source";
export { measure, type PlacedMeasurement } from "./measure";
export { measuringPlace } from "./place";
export { recordAt, type Place, type Where } from "./place-schema";
export { runOnNodes, type NodesMeasurement } from "./run-on-nodes";
export { submitScript } from "./submit-script";
export { runOnce, type Measurement } from "./run-once";
export { seal, type Predictions } from "./seal";
