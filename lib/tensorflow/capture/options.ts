import type { Precision } from "../config";
import type { CollectiveGroup } from "./collective-keys";
import type { Mirrors } from "./mirrors";

/** How `capture` records and computes. */
export interface CaptureOptions {
  /** Names the step in messages and in TensorBoard. Default: the function's own name. */
  name?: string;
  /**
   * `mixed` computes in bfloat16 on CPUs and float16 on GPUs where that is safe. Default `float32`. TensorFlow has bfloat16 on
   * CPUs with AVX-512 VNNI, AVX-VNNI or AMX; on others `mixed` computes in float32 too.
   */
  precision?: Precision;
  /** Records twice and refuses constants that differ, which a graph would freeze. Default false. */
  check?: boolean;
  /** Where every op runs, for example `/device:GPU:0`. Default: TensorFlow chooses. */
  device?: string;
}

/** How `captureReplicas` records and computes. */
export interface ReplicasOptions extends Omit<CaptureOptions, "device"> {
  /** The device of each replica of this process; undefined lets TensorFlow choose. */
  devices: readonly (string | undefined)[];
  /** The variables' values on each replica, where there are several. */
  mirrors?: Mirrors;
  /** How `allReduce` adds up over the replicas, where there are several, in this process or in all. */
  group?: CollectiveGroup;
  /** The number of this process's first replica among those of all processes, by which random ops differ. Default 0. */
  firstReplica?: number;
  /** Replaces an error of a call by a clearer one. */
  explain?: (error: Error) => Error;
}
