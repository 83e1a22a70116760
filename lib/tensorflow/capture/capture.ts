import { inspect } from "node:util";
import { tf } from "../backend";
import { onGpu } from "../devices";
import { CapturedStep } from "./captured-step";
import type { MemoryEstimate } from "./memory-estimate";
import type { CaptureOptions, ReplicasOptions } from "./options";
import type { Arrived, ValuesOf } from "./results";
import type { StepWork } from "./work";

/** A captured function, called like the function itself. */
export interface Captured<A extends unknown[], R> {
  (...args: A): R;
  /**
   * Runs the function, and reads its results (float32) on a thread of its own. On a GPU it returns as soon as the device has been
   * told everything, so that the next step can be started before the results of this one are there.
   * @throws at once what a call throws.
   */
  launch(...args: A): Promise<Arrived<ValuesOf<R>>>;
  /** The number of graphs that it holds, one for each input signature. */
  readonly captures: number;
  /** The seconds spent on recording and building them. */
  readonly captureSeconds: number;
  /** Records and builds the graph for these arguments without computing anything. @returns the memory that a call will need. */
  prepare(...args: A): MemoryEstimate;
  /**
   * Bytes that each replica of this process sends to others in a call, by the axis of a mesh along which it does; `all` for all-reduces
   * of all replicas. They follow from the graph: what each sends in a ring, or in pairs.
   */
  readonly sentBytes: readonly Record<string, number>[];
  /** The memory that a call with such arguments would need; a {@link TensorSpec} can stand for a tensor. */
  estimateMemory(...args: unknown[]): MemoryEstimate;
  /** The work of a call with such arguments; a {@link TensorSpec} can stand for a tensor. */
  work(...args: unknown[]): StepWork;
  /** The graphs as serialized GraphDefs, in the order of their capture. */
  readonly definitions: Uint8Array[];
  /** The numbers that replicas of a mesh have for themselves, by the names of their inputs, for each of `definitions`. */
  readonly ownNumbers: Readonly<Record<string, number>>[];
  /** Writes the graphs into a folder that `tensorboard --logdir` reads. */
  writeGraph(folder: string): void;
  /** Removes the graphs from TensorFlow; the next call would record again. */
  dispose(): void;
}

/**
 * Makes one graph of everything that `fn` computes, like `tf.function`: the first call with each input signature (shapes and
 * types) records the graph without computing, and every call runs it as a whole.
 *
 * Every call reads the variables that `fn` reads and assigns those that it assigns. Random ops stay random. Tensors from
 * outside are passed by reference. Arguments and results are tensors, or arrays and plain objects of tensors.
 *
 * @throws when `fn` does something that a graph cannot: it reads a value, a clock, or random numbers of JavaScript, or calls an op whose
 * shape depends on values; when an argument is gone, or is something else whose contents could change unnoticed.
 */
export function capture<A extends unknown[], R>(fn: (...args: A) => R, options: CaptureOptions = {}): Captured<A, R> {
  const { device, ...rest } = options;
  return captureReplicas(fn, (...args: A) => [args], {
    ...rest,
    // TensorFlow starts at the first call, not here.
    get devices() {
      return [device ?? firstDevice()];
    },
  });
}

const firstDevice = (): string => `/device:${onGpu() ? "GPU" : "CPU"}:0`;

/**
 * {@link capture} for several replicas: `fn` is recorded once for each of the shapes that replicas get, and its graph is
 * placed on every device. Inside, `allReduce` adds up over the replicas; a call returns the first replica's result.
 * @param split Divides the arguments of a call into the arguments of each replica.
 */
export function captureReplicas<C extends unknown[], A extends unknown[], R>(
  fn: (...args: A) => R,
  split: (...args: C) => A[],
  options: ReplicasOptions,
): Captured<C, R> {
  if (typeof fn !== "function") throw new TypeError(`A captured step is made of a function, not of ${inspect(fn)}.`);
  const name = (options.name ?? (fn.name || "step")).replace(/\W/g, "_");
  const step = new CapturedStep(name, fn as (...args: unknown[]) => unknown, options);
  const call = (...args: C): unknown => tf.tidy(() => step.call(split(...args)) as tf.TensorContainer);
  return Object.defineProperties(call, {
    name: { value: name },
    launch: { value: (...args: C) => withParts(() => step.launch(split(...args))) },
    captures: { get: () => step.functions.size },
    captureSeconds: { get: () => step.seconds },
    definitions: { get: () => Array.from(step.functions.values(), ({ graph }) => graph.definition) },
    ownNumbers: { get: () => Array.from(step.functions.values(), ({ graph }) => graph.ownNumbers) },
    sentBytes: { get: () => step.functions.values().next().value?.sent ?? [] },
    prepare: { value: (...args: C) => withParts(() => step.prepare(split(...args))) },
    estimateMemory: { value: (...args: unknown[]) => withParts(() => step.estimate(split(...(args as C)))) },
    work: { value: (...args: unknown[]) => withParts(() => step.work(split(...(args as C)))) },
    writeGraph: { value: (folder: string) => step.write(folder) },
    dispose: { value: () => step.dispose() },
  }) as Captured<C, R>;
}

/** Disposes the parts into which a batch was divided when the call is over. */
function withParts<T>(call: () => T): T {
  tf.engine().startScope("parts");
  try {
    return call();
  } finally {
    tf.engine().endScope();
  }
}
