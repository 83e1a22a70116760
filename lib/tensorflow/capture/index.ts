export { capture, type Captured, type CaptureOptions } from "./capture";
export type { Precision } from "./function";
export type { MemoryEstimate } from "./memory";
export { setRandomSeed } from "./random";
export { TensorSpec } from "./structure";
