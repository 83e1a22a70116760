export { tf, configureTensorFlow } from "./backend";
export type { TensorFlowOptions } from "./config";
export { nativeOp, type AttributeValue } from "./native-op";
export { installation, workbookRoot, type Installation } from "./installation";
