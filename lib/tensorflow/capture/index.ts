export { capture, captureReplicas, type Captured } from "./capture";
export { levelsOf, type Axis, type OwnNumber } from "./axis";
export {
  allGather,
  allToAll,
  partAlong,
  placeAlong,
  receive,
  reduceScatter,
  send,
  type Along,
  type Way,
} from "./axis-collectives";
export { checkpoint, gate, replaceable } from "./checkpoint";
export { pullback, type Pullback } from "./pullback";
export { named, task, type Task } from "./task";
export { bucketBytesFor, type CollectiveGroup, type Collectives } from "./collective-keys";
export { allReduce, NCCL_TYPES, type Compression } from "./collectives";
export type { MemoryEstimate } from "./memory-estimate";
export type { CaptureOptions, ReplicasOptions } from "./options";
export { forget, placeParts } from "./placement";
export { bytesAtRest, valuesOn } from "./resource";
export { setRandomSeed } from "./random";
export { TensorSpec } from "./structure";
