import { inspect } from "node:util";
import { backend, isDeterministic, tf } from "../backend";
import { onGpu } from "../devices";
import { typeNumber } from "../native-op";
import { sixteenBitType } from "./casts";
import { compareRecordings } from "./check";
import { CollectiveKeys } from "./collective-keys";
import { refuseNondeterministic } from "./determinism";
import { GraphFunction } from "./function";
import { Graph, type Node } from "./graph";
import { bytesOfNodes, estimateMemory, type MemoryEstimate } from "./memory-estimate";
import { keepUpdatesInFloat32 } from "./mixed-precision";
import type { ReplicasOptions } from "./options";
import { bytesOfVariables } from "./recorded-variables";
import { activeRecording, Recording } from "./recording";
import { NewVariable, refuseDisposed, refuseKept } from "./refusals";
import type { Arrived } from "./results";
import { flatten, TensorSpec, values, type Flattened, type Leaf } from "./structure";
import { writeGraph } from "./tensorboard";
import { workOf, type StepWork } from "./work";

interface Recorded {
  recording: Recording;
  results: Node[];
  rebuild: Flattened["rebuild"];
}

interface Built {
  graph: GraphFunction;
  memory: MemoryEstimate;
  /** Bytes that each replica sends, see `Recording.sent`. */
  sent: Record<string, number>[];
  rebuild: Flattened["rebuild"];
}

// If a step needs more graphs than this, an argument that is no tensor changes at every call.
const MOST_CAPTURES = 32;

/** A function and its graphs, one for each signature of its replicas' arguments. */
export class CapturedStep {
  readonly functions = new Map<string, Built>();
  seconds = 0;

  constructor(
    private readonly name: string,
    private readonly fn: (...args: unknown[]) => unknown,
    private readonly options: ReplicasOptions,
  ) {}

  /** Runs the step. @param args The arguments of each replica. */
  call(args: unknown[][]): unknown {
    // Inside another captured step, this one becomes a part of the other's graph.
    if (activeRecording() && args.length === 1) return this.fn(...args[0]);
    const flattened = args.map(flattenArguments);
    try {
      const { graph, rebuild } = this.built(flattened);
      return rebuild(this.watched(() => graph.call(flattened.map(({ tensors }) => tensors.map(withValues)))));
    } catch (error) {
      // An optimizer makes its variables at its first step: run that one eagerly, and record the next.
      if (error instanceof NewVariable && this.functions.size === 0 && args.length === 1) return this.fn(...args[0]);
      throw this.clear(error);
    }
  }

  /** Runs the step and lets its results be read while the caller goes on. @returns their values, in `fn`'s structure. */
  launch(args: unknown[][]): Promise<Arrived<unknown>> {
    const flattened = args.map(flattenArguments);
    try {
      const { graph, rebuild } = this.built(flattened);
      this.options.watch?.stepBegins();
      const arrival = this.launched(graph, flattened);
      const clear = (error: unknown) => Promise.reject(this.clear(error));
      return arrival.then(({ values, at }) => ({ values: rebuild(values), at }), clear);
    } catch (error) {
      throw this.clear(error);
    }
  }

  /** On a GPU the step goes on when this returns. */
  private launched(graph: GraphFunction, args: Flattened[]): Promise<Arrived<Float32Array[]>> {
    const ended = (): void => this.options.watch?.stepEnds();
    try {
      return graph.launch(args.map(({ tensors }) => tensors.map(withValues))).finally(ended);
    } catch (error) {
      ended();
      throw error;
    }
  }

  private watched<T>(run: () => T): T {
    this.options.watch?.stepBegins();
    try {
      return run();
    } finally {
      this.options.watch?.stepEnds();
    }
  }

  prepare(args: unknown[][]): MemoryEstimate {
    return this.built(args.map(flattenArguments)).memory;
  }

  /** Estimates the memory of the first replica, which has the largest share. */
  estimate([args]: unknown[][]): MemoryEstimate {
    const { recording, results } = this.record(flattenArguments(args), this.keys());
    const estimate = memoryOf(recording, results);
    recording.dispose();
    return estimate;
  }

  /** The work of the first replica. */
  work([args]: unknown[][]): StepWork {
    const { recording } = this.record(flattenArguments(args), this.keys());
    try {
      return workOf(recording.graph.operations);
    } finally {
      recording.dispose();
    }
  }

  write(folder: string): void {
    if (this.functions.size === 0) {
      throw new Error(`${this.name} has no graph yet: call it once before its graph is written.`);
    }
    for (const { graph } of this.functions.values()) writeGraph(folder, graph.name, graph.definition);
  }

  dispose(): void {
    for (const { graph } of this.functions.values()) graph.dispose();
    this.functions.clear();
  }

  private clear(error: unknown): Error {
    return this.options.explain?.(error as Error) ?? (error as Error);
  }

  private built(args: Flattened[]): Built {
    const signature = args.map((replicaArgs) => replicaArgs.signature).join(" | ");
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
    const keys = this.keys();
    // Replicas whose shares have equal shapes use the same recording.
    const recorded = new Map<string, Recorded>();
    try {
      for (const replicaArgs of args) {
        const { signature } = replicaArgs;
        if (!recorded.has(signature)) recorded.set(signature, this.record(replicaArgs, keys?.again()));
      }
      const [first] = recorded.values();
      if (isDeterministic() && onGpu()) {
        for (const { recording } of recorded.values())
          refuseNondeterministic(this.name, recording.graph.operations, recording.xla);
      }
      if (this.options.check) this.compare(args[0], first.recording, keys?.again());
      const replicas = args.map(({ signature }, index) => {
        const { recording, results } = recorded.get(signature)!; // recorded above
        return { recording, results, device: this.options.devices[index] };
      });
      const graph = new GraphFunction(this.name, replicas, this.options);
      const memory = memoryOf(first.recording, first.results);
      recorded.forEach(({ recording }) => recording.graph.dispose());
      const sent = replicas.map(({ recording }) => Object.fromEntries(recording.sent));
      return { graph, rebuild: first.rebuild, memory, sent };
    } catch (error) {
      recorded.forEach(({ recording }) => recording.dispose()); // no function uses them
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
    const { xla, precision } = this.options;
    const recording = new Recording(new Graph(), { collectives: keys, xla, sixteenBits: sixteenBitType(precision) });
    const results: Node[] = [];
    let rebuild: Flattened["rebuild"] = () => undefined;
    try {
      this.run(recording, args, (result) => {
        const flattened = flatten(result, describe);
        rebuild = flattened.rebuild;
        results.push(...flattened.tensors.map((tensor) => recording.result(withValues(tensor))));
      });
    } catch (error) {
      recording.dispose(); // no function uses it
      throw error;
    }
    return { recording, results, rebuild };
  }

  private run(recording: Recording, args: Flattened, finish: (result: unknown) => void): void {
    recording.run(
      () => {
        const given = args.rebuild(
          args.tensors.map((leaf) => recording.argument(leaf.shape, dtypeOf(leaf))),
        ) as unknown[]; // rebuild keeps the structure of fn's arguments
        const restore = recording.casts ? keepUpdatesInFloat32() : undefined;
        try {
          return this.fn(...given);
        } catch (error) {
          throw error instanceof TypeError ? withArguments(error, this.name, given) : error;
        } finally {
          restore?.();
        }
      },
      (result) => {
        if (result instanceof Promise) {
          result.catch(() => undefined); // the tensors that it awaits have no values, so it may reject
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

/** Says what a function was given, where an error may come from an argument that is no tensor. */
function withArguments(error: TypeError, name: string, given: unknown[]): TypeError {
  if (given.length > 0 && given.every((each) => each instanceof tf.Tensor)) return error;
  const shown = given.map((each) =>
    each instanceof tf.Tensor ? "a tensor" : inspect(each, { depth: 0, breakLength: Infinity }),
  );
  const what = shown.length > 0 ? shown.join(", ").slice(0, 200) : "no argument";
  return new TypeError(`${error.message}. ${name} was given ${what}: does it take a tensor there?`, { cause: error });
}

function memoryOf({ graph, inputs, variables, closedOver }: Recording, results: Node[]): MemoryEstimate {
  const held = bytesOfVariables(variables.all) + bytesOfNodes(closedOver.map(({ node }) => node));
  return estimateMemory(graph, results, inputs, held);
}

function withValues(leaf: Leaf): tf.Tensor {
  if (leaf instanceof TensorSpec) throw new Error("A TensorSpec has no values: call the step with a tensor.");
  return leaf;
}

function dtypeOf(leaf: Leaf): number {
  return leaf instanceof TensorSpec ? typeNumber(leaf.dtype) : backend().tensorMap.get(leaf.dataId).dtype;
}

function flattenArguments(args: unknown[]): Flattened {
  return flatten(args, (leaf) => {
    const description = describe(leaf);
    if (leaf instanceof tf.Tensor) refuseKept(backend().tensorMap.get(leaf.dataId).id);
    return description;
  });
}

function describe(leaf: Leaf): string {
  refuseDisposed(leaf);
  return `${dtypeOf(leaf)}[${leaf.shape.join(",")}]`;
}
