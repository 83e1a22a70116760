export { gpuCount, hasGpu } from "./has-gpu";
export { programArguments } from "./program-arguments";
export { sourceOf } from "./program-source";
export { runOnce, type Measurement } from "./run-once";
export { runProgram, type ArgumentValues } from "./run-program";
