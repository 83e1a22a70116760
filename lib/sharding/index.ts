/**
 * Devices in a mesh that share a model: fully sharded, by tensors, or as a pipeline; and their collectives.
 * @module sharding
 */
export { mesh, Mesh, type MeshChoice, type MeshOptions, type MeshShape } from "./mesh";
export { fullyShard, type FullyShardOptions, type ZeroStage } from "./fully-shard";
export { bubbleOf, type TimedTask } from "./pipeline/bubble";
export { pipeline, type PipelineOptions } from "./pipeline/pipeline";
export {
  backward,
  forward,
  gpipe,
  oneForwardOneBackward,
  type PipelineSize,
  type Schedule,
  type Task,
} from "./pipeline/schedule";
export { shard, ShardedVariable, type Cut, type ShardOptions } from "./sharded-variable";
export { tensorParallel, type TensorOptions, type TensorParallelOptions } from "./tensor-parallel";
export type { Coordinates } from "./mesh-numbers";
export {
  allGather,
  allReduce,
  allToAll,
  placeAlong,
  receive,
  reduceScatter,
  send,
  type Axis,
} from "../tensorflow/engine";
