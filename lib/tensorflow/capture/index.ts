export { capture, captureReplicas, type Captured } from "./capture";
export type { CollectiveGroup, Collectives } from "./collective-keys";
export { allReduce, type Compression } from "./collectives";
export type { MemoryEstimate } from "./memory";
export type { CaptureOptions } from "./options";
export { valuesOn } from "./resource";
export { setRandomSeed } from "./random";
export { TensorSpec } from "./structure";
export { refuseBesideXla } from "./xla";
