export { capture, captureReplicas, type Captured, type CaptureOptions } from "./capture";
export { allReduce, type CollectiveGroup, type Collectives, type Compression } from "./collectives";
export type { Precision } from "./function";
export type { MemoryEstimate } from "./memory";
export { Mirrors } from "./mirrors";
export { setRandomSeed } from "./random";
export { TensorSpec } from "./structure";
