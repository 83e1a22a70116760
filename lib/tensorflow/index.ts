export { tf, configureTensorFlow, tensorFlowRuns } from "./backend";
export type { TensorFlowOptions } from "./config";
export { nativeOp, type AttributeValue } from "./native-op";
export { installation, workbookRoot, type Installation } from "./installation";
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
  type MemoryEstimate,
  type Precision,
} from "./capture";
export { deviceNames } from "./devices";
export { markProfile, profileTime, startProfile, stopProfile } from "./profiler";
