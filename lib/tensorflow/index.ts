export { tf, configureTensorFlow, tensorFlowRuns } from "./backend";
export { taskName, type ClusterMembers, type TensorFlowOptions } from "./config";
export { bytesOf } from "./bytes";
export { nativeOp, type AttributeValue } from "./native-op";
export { installation, type Installation } from "./installation";
export {
  allReduce,
  capture,
  captureReplicas,
  Mirrors,
  setRandomSeed,
  TensorSpec,
  type Captured,
  type CaptureOptions,
  type CollectiveGroup,
  type Collectives,
  type Compression,
  type MemoryEstimate,
  type Precision,
} from "./capture";
export { PeerWatch, type PeerWatchOptions } from "./peers/watch";
export { deviceNames } from "./devices";
export { markProfile, profileTime, startProfile, stopProfile } from "./profiler";
