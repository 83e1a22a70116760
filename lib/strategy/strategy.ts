import type { CaptureOptions, Captured, CollectiveGroup } from "../tensorflow/engine";
import type { Compression, ReplicasOptions, tf } from "../tensorflow/engine";
import type { Team } from "./team";

/** A batch in one process. */
export interface Batch {
  /** The rows of this process's replicas; each tensor's first axis counts images. */
  tensors: tf.Tensor[];
  /** The number of images of the whole batch, over all replicas of all processes. */
  images: number;
}

/** A replica's share of a batch. The graph of a step contains the step once for each replica. */
export interface Share {
  /** The number of this replica's images; 0 is possible when the batch is smaller than the number of replicas. */
  images: number;
  /** The number of images of the batch, over all replicas. */
  globalImages: number;
}

/**
 * The step of one replica. It takes the replica's share, its part of the batch (each tensor's first axis counts images),
 * and the arguments shared by all replicas: tensors, or values that hardly ever change.
 */
export type ReplicaStep<S extends unknown[], R> = (share: Share, batch: tf.Tensor[], ...shared: S) => R;

/** How replicas add up their gradients. */
export interface Communication extends Pick<CollectiveGroup, "collectives" | "bucketBytes" | "smallestBucketBytes"> {
  compression?: Compression;
}

/** Where this process's replicas compute, and with whom: every step of a strategy is captured so. */
export interface Placement extends Pick<ReplicasOptions, "devices" | "firstReplica" | "explain" | "watch"> {
  group: CollectiveGroup;
}

/** How training is spread over devices; the names are TensorFlow's. */
export interface Strategy {
  /** The name in tables and run records, for example `one-device`. */
  readonly name: string;
  /** The number of copies of the model in all processes together, each of which trains on its share of the global batch. */
  readonly replicas: number;
  /** TensorFlow's names of this process's devices, one for each replica. */
  readonly devices: string[];
  /** How replicas add up their gradients, where there are several. */
  readonly communication?: Communication;
  /** The processes that train together, where there are several. */
  readonly team?: Team;
  /**
   * Makes one graph of a training or evaluation step for all replicas, see `capture` of the engine. The batch is divided
   * among them as evenly as possible. Inside, `allReduce` adds up over the replicas; the result is the first replica's.
   */
  capture<S extends unknown[], R>(
    step: ReplicaStep<S, R>,
    options?: Omit<CaptureOptions, "device">,
  ): Captured<[batch: Batch, ...shared: S], R>;
  /** The rows of a batch that this process's replicas take: from `from` up to, but not including, `to`. */
  rowsOf(globalImages: number): [from: number, to: number];
  /**
   * Makes sure that variables have the same bits on all replicas.
   * @throws one line that names the first variable that differs, and the devices.
   */
  checkReplicas(variables: readonly { name: string; variable: tf.Variable }[]): void;
  /** Frees the copies of the weights that the strategy keeps on its devices. */
  dispose(): void;
}
