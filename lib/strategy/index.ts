export type { ReplicaStep, Share, Strategy } from "./strategy";
export { OneDeviceStrategy } from "./one-device";
export { MirroredStrategy, type MirroredOptions } from "./mirrored";
export { allReduce } from "../tensorflow";
