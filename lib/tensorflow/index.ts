export { tf, configureTensorFlow } from "./backend";
export type { TensorFlowOptions } from "./config";
export { nativeOp, type AttributeValue } from "./native-op";
export { installation, workbookRoot, type Installation } from "./installation";
export {
  capture,
  setRandomSeed,
  TensorSpec,
  type Captured,
  type CaptureOptions,
  type MemoryEstimate,
  type Precision,
} from "./capture";
export { deviceNames } from "./devices";
