import type { CaptureOptions, Captured, Collectives, Compression, tf } from "../tensorflow";
import type { Team } from "./team";

/** A batch as a process gets it. */
export interface Batch {
  /** The part of this process's replicas; each tensor's first axis counts images. */
  tensors: tf.Tensor[];
  /** Images of the whole batch, over all replicas of all processes. */
  images: number;
}

/** How much of a batch a replica has. The graph of a step contains the step once for each replica. */
export interface Share {
  /** Images of this replica; it may have none when the batch is smaller than the number of replicas. */
  images: number;
  /** Images of the batch, over all replicas. */
  globalImages: number;
}

/**
 * What one replica does in a step: its share, its part of the batch (each tensor's first axis counts images), and
 * what is the same on all replicas: tensors, or values that hardly ever change.
 */
export type ReplicaStep<S extends unknown[], R> = (share: Share, batch: tf.Tensor[], ...shared: S) => R;

/** How replicas add up their gradients. */
export interface Communication {
  collectives: Collectives;
  bucketBytes: number;
  compression?: Compression;
}

/** How training is spread over devices, named as TensorFlow names it. */
export interface Strategy {
  /** For tables and run records, for example `one-device`. */
  readonly name: string;
  /** How many copies of the model train, each on its share of the global batch, in all processes together. */
  readonly replicas: number;
  /** TensorFlow's names of this process's devices, one for each replica. */
  readonly devices: string[];
  /** How replicas add up their gradients, where there are several. */
  readonly communication?: Communication;
  /** The processes that train together, where there are several. */
  readonly team?: Team;
  /**
   * Makes one graph of a training or evaluation step, for all replicas: see `capture` of the engine. The batch is divided
   * among them as evenly as it goes. Inside, `allReduce` adds up over the replicas; the step returns what the first one does.
   */
  capture<S extends unknown[], R>(
    step: ReplicaStep<S, R>,
    options?: Omit<CaptureOptions, "device">,
  ): Captured<[batch: Batch, ...shared: S], R>;
  /** Which rows of a batch this process's replicas take: those from `from` on that come before `to`. */
  rowsOf(globalImages: number): [from: number, to: number];
  /**
   * Makes sure that variables have the same bits on all replicas.
   * @throws one line that names the first variable that differs, and the devices.
   */
  checkReplicas(variables: readonly { name: string; variable: tf.Variable }[]): void;
  /** Frees the copies of the weights that the strategy keeps on its devices. */
  dispose(): void;
}
