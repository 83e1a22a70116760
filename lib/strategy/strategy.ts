import type { CaptureOptions, Captured } from "../tensorflow";

/** How training is spread over devices, named as TensorFlow names it. */
export interface Strategy {
  /** For tables and run records, for example `one-device`. */
  readonly name: string;
  /** How many copies of the model train, each on its share of the global batch. */
  readonly replicas: number;
  /** TensorFlow's names of the devices, one a replica. */
  readonly devices: string[];
  /** Builds a model whose variables live on the strategy's devices. */
  scope<T>(build: () => T): T;
  /** Makes one graph of a training or evaluation step, for all replicas: see `capture` of the engine. */
  capture<A extends unknown[], R>(step: (...args: A) => R, options?: CaptureOptions): Captured<A, R>;
}
