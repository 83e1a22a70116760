import type { Graph, Node, Operation, OpGroup } from "./graph";
import { activeRecording } from "./recording";

/** Ops of a recording that run as one: none begins before all of the tasks before it have ended. */
export interface Task {
  /** The op that runs when all others have ended. */
  readonly end: Operation;
}

/** A task while its ops are added. */
class OpenTask implements OpGroup {
  private readonly members = new Set<string>();
  /** The ops of whose results no other member has made use so far. */
  private readonly last = new Map<string, Operation>();

  constructor(
    readonly name: string,
    private readonly after: readonly Task[],
  ) {}

  before(op: string, inputs: readonly Node[]): Operation[] {
    const isFirst = !isData(op) && !inputs.some(({ name }) => this.members.has(name));
    return isFirst ? this.after.map(({ end }) => end) : [];
  }

  add(operation: Operation): void {
    // A constant, or an input of the graph, may have its place in several tasks.
    if (isData(operation.op)) return;
    this.members.add(operation.name);
    operation.inputs.forEach(({ name }) => this.last.delete(name));
    this.last.set(operation.name, operation);
  }

  /** Adds an op that waits for all others. */
  end(graph: Graph): Task {
    graph.op("NoOp", [], [], { after: [...this.last.values()] });
    return { end: graph.latest };
  }
}

/**
 * Inside a captured step: puts a name before the names of fn's ops, as {@link task} does, and leaves their order to TensorFlow. A profile
 * shows by it to which task an op belongs.
 */
export function named<R>(name: string, fn: () => R): R {
  const graph = activeRecording()?.graph;
  return graph ? graph.during({ name, before: () => [], add: () => undefined }, fn) : fn();
}

const isData = (op: string): boolean => op === "Placeholder" || op === "Const";

/**
 * Inside a captured step: puts what `fn` computes into an order. TensorFlow would begin each op as soon as it has its inputs, and of those
 * that could begin it takes the newest.
 * @param name Is put before the names of its ops, with a slash, so that a profile shows them.
 * @param after The tasks that must have ended before it begins.
 * @returns fn's result, and the task.
 */
export function task<R>(name: string, after: readonly Task[], fn: () => R): [result: R, task: Task] {
  const graph = activeRecording()?.graph;
  if (!graph) throw new Error(`The task ${name} has no order outside of a captured step: capture the step.`);
  const open = new OpenTask(name, after);
  const result = graph.during(open, fn);
  return [result, open.end(graph)];
}
