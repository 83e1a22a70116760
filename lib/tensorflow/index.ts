export { tf, configureTensorFlow, mostGpus, tensorFlowRuns } from "./backend";
export { taskName, type Precision, type TensorFlowOptions } from "./config";
export { bytesOf } from "./bytes";
export { nativeOp } from "./native-op";
export { installation } from "./installation";
export {
  allReduce,
  capture,
  captureReplicas,
  refuseBesideXla,
  setRandomSeed,
  TensorSpec,
  valuesOn,
  type Captured,
  type CaptureOptions,
  type CollectiveGroup,
  type Collectives,
  type Compression,
  type MemoryEstimate,
} from "./capture";
export { PeerWatch } from "./peers/watch";
export { deviceNames, rehearseGpus } from "./devices";
export { peakBytes, resetPeakBytes } from "./peak-memory";
export { descend, descendWithMomentum, increase } from "./update-ops";
