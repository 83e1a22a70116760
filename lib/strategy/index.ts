export type { Batch, Communication, Placement, ReplicaStep, Share, Strategy } from "./strategy";
export { OneDeviceStrategy } from "./one-device";
export { MirroredStrategy, type MirroredOptions } from "./mirrored";
export { MultiWorkerMirroredStrategy, type MultiWorkerOptions } from "./multi-worker";
export { joinSecondsOf, resolveCluster, type Cluster, type Member, type ResolveOptions } from "./rendezvous";
export type { Description, Team } from "./team";
export { allReduce } from "../tensorflow";
export { divideGpu } from "./virtual-gpus";
