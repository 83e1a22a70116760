import type { CaptureOptions, Captured, tf } from "../tensorflow";

/** How much of a step's batch a replica has; a step is laid down once for each. */
export interface Share {
  /** Images of this replica; it may have none when the batch is smaller than the number of replicas. */
  images: number;
  /** Images of the step, over all replicas. */
  globalImages: number;
}

/**
 * What one replica does in a step: its share, its part of the batch (each tensor's first axis counts images), and
 * tensors that are the same on all replicas.
 */
export type ReplicaStep<S extends tf.Tensor[], R> = (share: Share, batch: tf.Tensor[], ...shared: S) => R;

/** How training is spread over devices, named as TensorFlow names it. */
export interface Strategy {
  /** For tables and run records, for example `one-device`. */
  readonly name: string;
  /** How many copies of the model train, each on its share of the global batch. */
  readonly replicas: number;
  /** TensorFlow's names of the devices, one a replica. */
  readonly devices: string[];
  /** How replicas add up their gradients, where there are several. */
  readonly communication?: { collectives: "ring" | "nccl"; bucketBytes: number };
  /** Builds a model whose variables live on the strategy's devices. */
  scope<T>(build: () => T): T;
  /**
   * Makes one graph of a training or evaluation step, for all replicas: see `capture` of the engine. It is called with
   * the whole batch, which is divided as evenly as it goes; what the replicas return is added up. Inside, `allReduce`
   * adds up over the replicas.
   */
  capture<S extends tf.Tensor[], R>(
    step: ReplicaStep<S, R>,
    options?: Omit<CaptureOptions, "device">,
  ): Captured<[batch: tf.Tensor[], ...shared: S], R>;
  /**
   * Makes sure that variables have the same bits on all replicas.
   * @throws one line that names the first variable that differs, and the devices.
   */
  checkReplicas(variables: readonly { name: string; variable: tf.Variable }[]): void;
  /** Frees what the strategy keeps on its devices. */
  dispose(): void;
}
