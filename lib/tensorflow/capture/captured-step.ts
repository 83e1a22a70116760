import { inspect } from "node:util";
import { backend, tf } from "../backend";
import { compareRecordings } from "./check";
import { CollectiveKeys, type CollectiveGroup } from "./collectives";
import { GraphFunction, type Precision } from "./function";
import { Graph, type Node } from "./graph";
import { estimateMemory, type MemoryEstimate } from "./memory";
import type { Mirrors } from "./mirrors";
import { keepUpdatesInFloat32 } from "./mixed-precision";
import { activeRecording, NewVariable, Recording } from "./recording";
import { flatten, TensorSpec, values, type Flattened, type Leaf } from "./structure";
import { writeGraphs } from "./tensorboard";

/** How a {@link CapturedStep} records and computes. */
export interface StepOptions {
  precision?: Precision;
  check?: boolean;
  /** One a replica; undefined lets TensorFlow choose. */
  devices: readonly (string | undefined)[];
  /** Where there are several replicas. */
  mirrors?: Mirrors;
  group?: CollectiveGroup;
  firstReplica?: number;
  explain?: (error: Error) => Error;
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

/** A function with the graphs that were made of it, one for each signature of its replicas' arguments. */
export class CapturedStep {
  readonly functions = new Map<string, Built>();
  seconds = 0;
  private readonly precision: Precision;

  constructor(
    readonly name: string,
    private readonly fn: (...args: unknown[]) => unknown,
    private readonly options: StepOptions,
  ) {
    this.precision = options.precision ?? "float32";
  }

  /** Runs the step. @param args Those of each replica. */
  call(args: unknown[][]): unknown {
    // Inside another captured step this one is a part of it.
    if (activeRecording() && args.length === 1) return this.fn(...args[0]);
    const flat = args.map((each) => flatten(each, describe));
    try {
      const { graph, rebuild } = this.built(flat);
      return rebuild(graph.call(flat.map(({ tensors }) => tensors.map(existing))));
    } catch (error) {
      // An optimizer that makes its variables at its first step: let it, and record the next one.
      if (error instanceof NewVariable && this.functions.size === 0 && args.length === 1) return this.fn(...args[0]);
      throw this.options.explain?.(error as Error) ?? error;
    }
  }

  prepare(args: unknown[][]): MemoryEstimate {
    return this.built(args.map((each) => flatten(each, describe))).memory;
  }

  /** Of the first replica, which has the largest share. */
  estimate([args]: unknown[][]): MemoryEstimate {
    const { recording, results } = this.record(flatten(args, describe), this.keys());
    const estimate = memoryOf(recording, results);
    recording.dispose();
    return estimate;
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

  private built(args: Flattened[]): Built {
    const signature = args.map((each) => each.signature).join(" | ");
    const known = this.functions.get(signature);
    if (known) return known;
    const begin = performance.now();
    const built = this.build(args);
    this.seconds += (performance.now() - begin) / 1000;
    this.functions.set(signature, built);
    return built;
  }

  private build(args: Flattened[]): Built {
    if (this.functions.size >= MOST_CAPTURES) {
      throw new Error(
        `${this.name} has been captured ${MOST_CAPTURES} times: a shape, or an argument that is no tensor, changes at ` +
          "every call. Pass changing numbers as tensors (tf.scalar).",
      );
    }
    this.options.mirrors?.sweep();
    const keys = this.keys();
    // Replicas with shares of one shape have their recording in common.
    const recorded = new Map<string, Recorded>();
    try {
      for (const each of args) {
        if (!recorded.has(each.signature)) recorded.set(each.signature, this.record(each, keys?.again()));
      }
      const [first] = recorded.values();
      if (this.options.check) this.compare(args[0], first.recording, keys?.again());
      const replicas = args.map(({ signature }, index) => {
        const { recording, results } = recorded.get(signature)!; // recorded above
        return { recording, results, device: this.options.devices[index] };
      });
      const { name, precision } = this;
      const { mirrors, firstReplica } = this.options;
      const graph = new GraphFunction(replicas, { name, precision, mirrors, firstReplica });
      const memory = memoryOf(first.recording, first.results);
      recorded.forEach(({ recording }) => recording.graph.dispose());
      return { graph, rebuild: first.rebuild, memory };
    } catch (error) {
      recorded.forEach(({ recording }) => recording.dispose()); // no function was made of them
      throw error;
    }
  }

  private keys(): CollectiveKeys | undefined {
    return this.options.group && new CollectiveKeys(this.options.group);
  }

  private compare(args: Flattened, first: Recording, keys?: CollectiveKeys): void {
    const again = this.record(args, keys).recording;
    try {
      compareRecordings(this.name, first, again);
    } finally {
      again.dispose();
    }
  }

  private record(args: Flattened, keys?: CollectiveKeys): Recorded {
    const recording = new Recording(new Graph(), keys);
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
