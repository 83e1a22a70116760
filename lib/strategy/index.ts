/**
 * Where a training runs: on one device, on several devices of a machine, or on several nodes.
 * @module strategy
 */
export type { Communication, Placement, Sharding, Strategy } from "./strategy";
export type { Batch, Gradients, Loss, Part, PlacedModel, Rows, Stored } from "./placed-model";
export { CopiesStrategy, type ReplicaStep } from "./copies";
export { OneDeviceStrategy } from "./one-device";
export { MirroredStrategy, type MirroredOptions } from "./mirrored";
export { MultiWorkerMirroredStrategy, type MultiWorkerOptions } from "./multi-worker";
export { joinSecondsOf, resolveCluster, type Cluster, type Member, type ResolveOptions } from "./rendezvous";
export type { Description, Team } from "./team";
export { allReduce } from "../tensorflow/engine";
export { divideGpu } from "./virtual-gpus";
