import type { Chain } from "../models";
import type { CollectiveGroup, Compression, ReplicasOptions } from "../tensorflow/engine";
import type { PlacedModel } from "./placed-model";
import type { Team } from "./team";

/** How devices add up their gradients. */
export interface Communication extends Pick<CollectiveGroup, "collectives" | "bucketBytes" | "smallestBucketBytes"> {
  compression?: Compression;
}

/** Where this process's devices compute, and with whom: every step of a strategy is captured so. */
export interface Placement extends Pick<ReplicasOptions, "devices" | "firstReplica" | "explain" | "watch"> {
  group?: CollectiveGroup;
}

/** How devices share a model, for run records. */
export interface Sharding {
  /** The lengths of the mesh's axes. */
  mesh: Record<string, number>;
  /** How much of the training state is divided (ZeRO). */
  zero?: 1 | 2 | 3;
  /** Whether devices that share layers share the tokens between them, too. */
  sequence?: boolean;
  stages?: number;
  microbatches?: number;
  schedule?: "gpipe" | "1f1b" | "own";
}

/** Where the copies, shards and stages of a model lie. Everything else of a training does not know. */
export interface Strategy {
  /** The name in tables and run records: `one-device`, `zero-3`. */
  readonly name: string;
  /** How many devices, or groups of devices, have rows of a batch for themselves, in all processes together. */
  readonly replicas: number;
  /** TensorFlow's names of this process's devices: `CPU:0`. */
  readonly devices: readonly string[];
  /** How devices add up their gradients, where there are several. */
  readonly communication?: Communication;
  /** The processes that train together, where there are several. */
  readonly team?: Team;
  /** How devices share the model, where they do. */
  readonly sharding?: Sharding;
  /** The fewest rows that a device computes with; fewer are filled up. Default 1. */
  readonly leastRows?: number;
  /**
   * Lays a model's weights on the devices. Where devices share it, the parts take the place of the model's own weights, whose memory is
   * freed.
   * @throws one line when the model cannot be divided so.
   */
  place(model: Chain): PlacedModel;
  /**
   * Frees what the strategy keeps: copies of weights, and the threads that watch other processes.
   */
  dispose(): void;
}
