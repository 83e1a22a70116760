export { mesh, Mesh, type MeshOptions, type MeshShape } from "./mesh";
export { fullyShard, type FullySharded, type Level } from "./fully-shard";
export { replicate, shard, ShardedVariable, type Cut } from "./sharded-variable";
export type { Coordinates } from "./mesh-numbers";
export { allGather, allReduce, allToAll, placeAlong, receive, reduceScatter, send, type Axis } from "../tensorflow";
