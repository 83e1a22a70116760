import type { Precision } from "../config";
import type { OwnNumber } from "./axis";
import type { CollectiveGroup } from "./collective-keys";
import type { Device } from "./resource";

/** How `capture` records and computes. */
export interface CaptureOptions {
  /** Names the step in messages and in TensorBoard. Default: the function's own name. */
  name?: string;
  /**
   * Default `float32`. With `mixed_bfloat16`, an x86-64 CPU without AVX-512 VNNI, AVX-512 BF16, AVX-VNNI or AMX computes in float32,
   * which is faster there. With `mixed_float16`, small gradients need a loss scale, and CPUs are slow.
   */
  precision?: Precision;
  /**
   * Lets XLA compile the step at its first call, as Keras's `jit_compile=True` does: all of it, or the parts between what devices
   * exchange. The results are the same but for rounding, and uniform numbers and dropout are the same; other random ops draw other
   * numbers. Default false.
   */
  xla?: boolean;
  /**
   * Records twice and refuses constants that differ, which a graph would freeze, such as a counter: for tests of a step. The body then runs
   * twice, and the first call takes up to twice as long. What changes more slowly is not noticed. Default false.
   */
  check?: boolean;
  /** Where every op runs, for example `/device:GPU:0`. Default: the first GPU, or the CPU where there is none. */
  device?: Device;
}

/** How `captureReplicas` records and computes. */
export interface ReplicasOptions extends Omit<CaptureOptions, "device"> {
  /** The device of each replica of this process. */
  devices: readonly Device[];
  /** How `allReduce` adds up over the replicas, where there are several, in this process or in all. */
  group?: CollectiveGroup;
  /** The number of this process's first replica among those of all processes, by which random ops differ. Default 0. */
  firstReplica?: number;
  /** Gives a replica of this process its own numbers, where the replicas are devices of a mesh. */
  numberOf?: (number: OwnNumber, replica: number) => number;
  /** Replaces an error of a call by a clearer one. */
  explain?: (error: Error) => Error;
  /** Is told when a step begins, and when it has ended or failed, so that one that never ends can be given up. */
  watch?: { stepBegins(): void; stepEnds(): void };
}
