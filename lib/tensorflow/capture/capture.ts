import { tf } from "../backend";
import type { CollectiveGroup } from "./collectives";
import { CapturedStep } from "./captured-step";
import type { Precision } from "./function";
import type { MemoryEstimate } from "./memory";
import type { Mirrors } from "./mirrors";

/** How {@link capture} records and computes. */
export interface CaptureOptions {
  /** Names the step in messages and in TensorBoard. Default: the function's own name. */
  name?: string;
  /**
   * `mixed` computes in bfloat16 on CPUs and float16 on GPUs where that is safe. Default `float32`. TensorFlow has bfloat16 on
   * CPUs with AVX-512 VNNI, AVX-VNNI or AMX; on others `mixed` computes in float32 too.
   */
  precision?: Precision;
  /** Records twice and refuses constants that differ, which a step would freeze. Default false. */
  check?: boolean;
  /** Where every op runs, for example `/device:GPU:0`. Default: TensorFlow chooses. */
  device?: string;
}

/** A captured function: called like the function itself. */
export interface Captured<A extends unknown[], R> {
  (...args: A): R;
  /** How many graphs it holds, one an input signature. */
  readonly captures: number;
  /** Seconds spent on recording and building them. */
  readonly captureSeconds: number;
  /** Records and builds the graph for these arguments, computes nothing, and says what a call will need. */
  prepare(...args: A): MemoryEstimate;
  /** What a call with such arguments would need, of any size: a {@link TensorSpec} will do. */
  estimateMemory(...args: unknown[]): MemoryEstimate;
  /** Writes the graphs into a folder that `tensorboard --logdir` reads. */
  writeGraph(folder: string): void;
  /** Takes the graphs out of TensorFlow; the next call would record again. */
  dispose(): void;
}

/**
 * Makes one graph of everything `fn` computes, as `tf.function` does: the first call of each input signature (shapes
 * and types) records it without computing, later calls run it whole.
 *
 * Variables that `fn` reads are read at every call, and those it assigns are assigned. Random ops stay random. Tensors
 * from outside are passed by reference. Arguments and results are tensors, or arrays and plain objects of tensors.
 *
 * @throws when `fn` does what a graph cannot: reading a value, or an op whose shape depends on values.
 */
export function capture<A extends unknown[], R>(fn: (...args: A) => R, options: CaptureOptions = {}): Captured<A, R> {
  const { device, ...rest } = options;
  const step = new CapturedStep(nameOf(fn, options), fn as Step, { ...rest, devices: [device] });
  return callable(step, (args) => [args]);
}

/** How {@link captureReplicas} records and computes. */
export interface ReplicasOptions extends Omit<CaptureOptions, "device"> {
  /** Where each replica of this process computes; undefined lets TensorFlow choose. */
  devices: readonly (string | undefined)[];
  /** The variables' values on each replica, where there are several. */
  mirrors?: Mirrors;
  /** How `allReduce` adds up over the replicas, where there are several, in this process or in all. */
  group?: CollectiveGroup;
  /** The number of this process's first replica among those of all processes, by which random ops differ. Default 0. */
  firstReplica?: number;
  /** Says an error of a call better. */
  explain?: (error: Error) => Error;
}

/**
 * {@link capture} for several replicas: `fn` is recorded once for each of the shapes that replicas get, and laid down
 * once on every device. `allReduce` adds up over the replicas inside; what is returned is the first replica's result.
 * @param split Makes the arguments of each replica of those of a call.
 */
export function captureReplicas<C extends unknown[], A extends unknown[], R>(
  fn: (...args: A) => R,
  split: (...args: C) => A[],
  options: ReplicasOptions,
): Captured<C, R> {
  const step = new CapturedStep(nameOf(fn, options), fn as Step, options);
  return callable(step, (args) => split(...(args as C)));
}

type Step = (...args: unknown[]) => unknown;

function nameOf(fn: { name: string }, { name = fn.name || "step" }: CaptureOptions): string {
  return name.replace(/\W/g, "_");
}

/** Parts of a batch are of no use after the call. */
function withParts<T>(call: () => T): T {
  tf.engine().startScope("parts");
  try {
    return call();
  } finally {
    tf.engine().endScope();
  }
}

function callable<A extends unknown[], R>(step: CapturedStep, split: (args: unknown[]) => unknown[][]): Captured<A, R> {
  const call = (...args: A): unknown => tf.tidy(() => step.call(split(args)) as tf.TensorContainer);
  return Object.defineProperties(call, {
    name: { value: step.name },
    captures: { get: () => step.functions.size },
    captureSeconds: { get: () => step.seconds },
    prepare: { value: (...args: A) => withParts(() => step.prepare(split(args))) },
    estimateMemory: { value: (...args: unknown[]) => withParts(() => step.estimate(split(args))) },
    writeGraph: { value: (folder: string) => step.write(folder) },
    dispose: { value: () => step.dispose() },
  }) as Captured<A, R>;
}
