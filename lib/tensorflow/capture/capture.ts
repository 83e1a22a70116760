import { inspect } from "node:util";
import { backend, tf } from "../backend";
import { compareRecordings } from "./check";
import { GraphFunction, type Precision } from "./function";
import { Graph, type Node } from "./graph";
import { estimateMemory, type MemoryEstimate } from "./memory";
import { keepUpdatesInFloat32 } from "./mixed-precision";
import { activeRecording, NewVariable, Recording } from "./recording";
import { flatten, TensorSpec, values, type Flattened, type Leaf } from "./structure";
import { writeGraphs } from "./tensorboard";

/** How {@link capture} records and computes. */
export interface CaptureOptions {
  /** Names the step in messages and in TensorBoard. Default: the function's own name. */
  name?: string;
  /** `mixed` computes in bfloat16 on CPUs and float16 on GPUs where that is safe. Default `float32`. */
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

interface Recorded {
  recording: Recording;
  results: Node[];
  rebuild: Flattened["rebuild"];
}

interface Built {
  graph: GraphFunction;
  memory: MemoryEstimate;
  rebuild: Flattened["rebuild"];
}

// More graphs than this for one step mean that an argument which is no tensor changes at every call.
const MOST_CAPTURES = 32;

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
  const name = (options.name ?? (fn.name || "step")).replace(/\W/g, "_");
  const step = new CapturedStep(name, fn as (...args: unknown[]) => unknown, options);
  const call = (...args: A): unknown => step.call(args);
  return Object.defineProperties(call, {
    name: { value: name },
    captures: { get: () => step.functions.size },
    captureSeconds: { get: () => step.seconds },
    prepare: { value: (...args: A) => step.prepare(args) },
    estimateMemory: { value: (...args: unknown[]) => step.estimate(args) },
    writeGraph: { value: (folder: string) => step.write(folder) },
    dispose: { value: () => step.dispose() },
  }) as Captured<A, R>;
}

class CapturedStep {
  readonly functions = new Map<string, Built>();
  seconds = 0;

  private readonly precision: Precision;

  constructor(
    private readonly name: string,
    private readonly fn: (...args: unknown[]) => unknown,
    private readonly options: CaptureOptions,
  ) {
    this.precision = options.precision ?? "float32";
  }

  call(args: unknown[]): unknown {
    // Inside another captured step this one is a part of it.
    if (activeRecording()) return this.fn(...args);
    const flat = flatten(args, describe);
    try {
      const { graph, rebuild } = this.built(flat);
      return rebuild(graph.call(flat.tensors.map(existing)));
    } catch (error) {
      // An optimizer that makes its variables at its first step: let it, and record the next one.
      if (error instanceof NewVariable && this.functions.size === 0) return this.fn(...args);
      throw error;
    }
  }

  prepare(args: unknown[]): MemoryEstimate {
    return this.built(flatten(args, describe)).memory;
  }

  estimate(args: unknown[]): MemoryEstimate {
    const { recording, results } = this.record(flatten(args, describe));
    const estimate = memoryOf(recording, results);
    recording.dispose();
    return estimate;
  }

  private built(args: Flattened): Built {
    const known = this.functions.get(args.signature);
    if (known) return known;
    const begin = performance.now();
    const built = this.build(args);
    this.seconds += (performance.now() - begin) / 1000;
    this.functions.set(args.signature, built);
    return built;
  }

  write(folder: string): void {
    const graphs = [...this.functions.values()].map(({ graph }): [string, Uint8Array] => [
      graph.name,
      graph.definition,
    ]);
    if (graphs.length === 0)
      throw new Error(`${this.name} has no graph yet: call it once before its graph is written.`);
    writeGraphs(folder, new Map(graphs));
  }

  dispose(): void {
    for (const { graph } of this.functions.values()) graph.dispose();
    this.functions.clear();
  }

  private build(args: Flattened): Built {
    if (this.functions.size >= MOST_CAPTURES) {
      throw new Error(
        `${this.name} has been captured ${MOST_CAPTURES} times: a shape, or an argument that is no tensor, changes at ` +
          "every call. Pass changing numbers as tensors (tf.scalar).",
      );
    }
    const { recording, results, rebuild } = this.record(args);
    if (this.options.check) {
      const again = this.record(args).recording;
      compareRecordings(this.name, recording, again);
      again.dispose();
    }
    const memory = memoryOf(recording, results);
    const graph = new GraphFunction(recording, results, { name: this.name, precision: this.precision });
    recording.graph.dispose();
    return { graph, rebuild, memory };
  }

  private record(args: Flattened): Recorded {
    const recording = new Recording(new Graph(this.options.device));
    const results: Node[] = [];
    let rebuild: Flattened["rebuild"] = () => undefined;
    try {
      this.run(recording, args, (result) => {
        const flat = flatten(result, describe);
        rebuild = flat.rebuild;
        results.push(...flat.tensors.map((tensor) => recording.result(existing(tensor))));
      });
    } catch (error) {
      recording.dispose(); // no function will be made of it
      throw error;
    }
    return { recording, results, rebuild };
  }

  private run(recording: Recording, args: Flattened, finish: (result: unknown) => void): void {
    recording.run(
      () => {
        const given = args.tensors.map((leaf) => recording.argument(leaf.shape, dtypeOf(leaf)));
        const restore = this.precision === "mixed" ? keepUpdatesInFloat32() : undefined;
        try {
          // The arguments have the structure that fn was called with.
          return this.fn(...(args.rebuild(given) as unknown[]));
        } finally {
          restore?.();
        }
      },
      (result) => {
        if (result instanceof Promise) {
          result.catch(() => undefined); // what it was waiting for has no value
          throw new Error(`${this.name} is asynchronous: await and read values after the step, not in it.`);
        }
        const [frozen] = values(result);
        if (frozen !== undefined) {
          throw new Error(`${this.name} returns ${inspect(frozen)}, which a graph would freeze: return tensors only.`);
        }
        finish(result);
      },
    );
  }
}

function memoryOf({ graph, inputs, variables, closedOver, assigned }: Recording, results: Node[]): MemoryEstimate {
  const outside = [...variables.values(), ...closedOver.map(({ node }) => node)];
  return estimateMemory(graph, [...results, ...assigned.values()], inputs, outside);
}

function existing(leaf: Leaf): tf.Tensor {
  if (leaf instanceof TensorSpec) throw new Error("A TensorSpec has no values: call the step with a tensor.");
  return leaf;
}

function dtypeOf(leaf: Leaf): number {
  if (!(leaf instanceof TensorSpec)) return backend().tensorMap.get(leaf.dataId).dtype;
  const { binding } = backend();
  const types = { float32: binding.TF_FLOAT, int32: binding.TF_INT32, bool: binding.TF_BOOL, uint8: binding.TF_UINT8 };
  return types[leaf.dtype];
}

const describe = (leaf: Leaf): string => `${dtypeOf(leaf)}[${leaf.shape.join(",")}]`;
