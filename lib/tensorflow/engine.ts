/** What the rooms above use of TensorFlow; `index.ts` is what programs import of it. */
export { tf, configureTensorFlow, mostGpus, tensorFlowRuns, virtualGpus } from "./backend";
export { taskName, type Precision, type TensorFlowOptions } from "./config";
export { bytesOf } from "./bytes";
export { nativeOp } from "./native-op";
export { installation, type Installation } from "./installation";
export {
  allGather,
  allReduce,
  allToAll,
  bucketBytesFor,
  bytesAtRest,
  capture,
  captureReplicas,
  checkpoint,
  forget,
  gate,
  levelsOf,
  named,
  NCCL_TYPES,
  partAlong,
  placeAlong,
  placeParts,
  pullback,
  receive,
  reduceScatter,
  replaceable,
  send,
  setRandomSeed,
  task,
  TensorSpec,
  valuesOn,
  type Along,
  type Axis,
  type Captured,
  type CaptureOptions,
  type CollectiveGroup,
  type Collectives,
  type Compression,
  type MemoryEstimate,
  type OwnNumber,
  type Pullback,
  type ReplicasOptions,
  type Task,
  type Way,
} from "./capture";
export { PeerWatch } from "./peers/watch";
export { deviceNames, rehearseGpus } from "./devices";
export { peakBytes, resetPeakBytes } from "./peak-memory";
export { adam, descend, descendWithMomentum, increase } from "./update-ops";
