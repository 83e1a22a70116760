/**
 * TensorFlow for programs: whole steps as one graph each, on the devices that a process asks for.
 * @module tensorflow
 */
export { configureTensorFlow, tensorFlowRuns, tf } from "./backend";
export {
  bytesAtRest,
  capture,
  checkpoint,
  gate,
  pullback,
  TensorSpec,
  type Along,
  type Axis,
  type Captured,
  type CaptureOptions,
  type MemoryEstimate,
  type OwnNumber,
  type Pullback,
  type Way,
} from "./capture";
export type { Precision, TensorFlowOptions } from "./config";
export { deviceNames } from "./devices";
export { nativeOp } from "./native-op";
export type { PeerWatch } from "./peers/watch";
