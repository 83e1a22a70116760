import { cApi, type Pointer } from "../c-api";
import { Graph, isCollective, type Node, type Operation } from "./graph";
import type { Device } from "./resource";

/** One replica's graph, and what the step's graph takes over of it. */
interface Source {
  graph: Graph;
  /** The arguments, tensors from outside, and the random state. */
  inputs: readonly Node[];
  results: readonly Node[];
  /** The names of ops that run even if no result needs them. */
  kept: ReadonlySet<string>;
  device: Device;
}

/**
 * Puts a replica's graph into the step's graph as calls of functions that XLA compiles, each as Keras's `jit_compile=True` has it: all of
 * it or nothing. XLA has no kernels for what devices exchange, nor for the op that finds a variable: these stay TensorFlow's ops. So the
 * graph is cut at its collectives. Its first part is what needs no collective's result, the next one what needs those of the first, and so
 * on. It is also cut behind every task, so that what a device sends does not wait for the next one.
 * @param name Begins the functions' names. @param prefix Is put before the names of ops, with a slash.
 * @returns the inputs, the results, and the names of ops to keep, in the step's graph, and the functions, which the caller removes from
 * TensorFlow's context.
 */
export function insertCompiled(graph: Graph, name: string, prefix: string, source: Source) {
  const cut = new Cut(graph, `${name}_${prefix}`, prefix, source);
  const inputs = source.inputs.map((node) => cut.input(node));
  for (let part = 0; part <= cut.last; part++) {
    cut.call(part);
    cut.exchange(part);
  }
  return { inputs, results: source.results.map((node) => cut.outside(node)), kept: cut.kept, functions: cut.functions };
}

/**
 * Whether an op is copied to wherever its result is needed: a shape must be a constant in the function that uses it. A variable is read
 * in its place if that is behind a change.
 */
const isOnDemand = ({ op, after }: Operation): boolean =>
  op === "Const" || op === "VarHandleOp" || (op === "ReadVariableOp" && after.length === 0);

/** Whether another part begins behind an op: a collective, or the end of a task. */
const isBorder = (operation: Operation): boolean => isCollective(operation) || operation.op === "NoOp";
const keyOf = ({ order, output }: Node): string => `${order}:${output.index}`;

/** A value that a function takes: in the function, and in the step's graph. */
interface Taken {
  inner: Node;
  outer: Node;
}

class Cut {
  readonly kept: string[] = [];
  readonly functions: string[] = [];
  private readonly operations: readonly Operation[];
  private readonly orders: ReadonlyMap<Operation, number>;
  /** For each op the part to which it belongs; for a collective, the part behind which it runs. */
  private readonly parts: number[] = [];
  /** The last part; while they are counted, the last one so far. */
  last = 0;
  /** The first part that changes each variable, by the order of the op that finds it. */
  private readonly changed = new Map<number, number>();
  /** What each part computes for others, by its key. */
  private readonly given: Map<string, Node>[] = [];
  /** The values, and the ops, that the step's graph has so far. */
  private readonly known = new Map<string, Node>();
  private readonly present = new Map<Operation, Operation>();
  /** What must have run before the next function: the last one, and whatever reads variables outside of functions. */
  private readonly before: Operation[] = [];
  private lastCall?: Operation;

  constructor(
    private readonly graph: Graph,
    private readonly name: string,
    private readonly prefix: string,
    private readonly source: Source,
  ) {
    this.operations = source.graph.operations;
    this.orders = new Map(this.operations.map((operation, order) => [operation, order]));
    this.operations.forEach((operation, order) => {
      this.parts[order] = this.partOf(operation);
      this.last = Math.max(this.last, this.parts[order]);
      if (operation.outputs.length > 0) return;
      for (const { order: handle } of operation.inputs.filter(({ op }) => op === "VarHandleOp")) {
        this.changed.set(handle, Math.min(this.changed.get(handle) ?? Infinity, this.parts[order]));
      }
    });
    this.given = Array.from({ length: this.last + 1 }, () => new Map<string, Node>());
    for (const [order, operation] of this.operations.entries()) {
      if (isOnDemand(operation)) continue;
      // A collective reads a variable when its part has run.
      const user = this.parts[order] + Number(isCollective(operation));
      for (const node of operation.inputs) this.give(node, user);
    }
    for (const node of source.results) this.give(node, Infinity);
  }

  input(node: Node): Node {
    const placeholder = this.graph.placeholder(node.shape, node.dtype);
    this.known.set(keyOf(node), placeholder);
    return placeholder;
  }

  /** A value in the step's graph, outside of functions. */
  outside(node: Node): Node {
    const known = this.known.get(keyOf(node));
    if (known) return known;
    this.copy(this.operations[node.order]);
    return this.known.get(keyOf(node))!; // copy() has set it
  }

  /** Makes a function of a part, and calls it. */
  call(part: number): void {
    const body = new Graph();
    const values = new Map<string, Node>();
    const copies = new Map<Operation, Operation>();
    const taken: Taken[] = [];
    const copy = (operation: Operation): void => {
      const inputs = operation.inputs.map(inside);
      for (const other of operation.after) if (this.isCopied(other, part)) other.outputs.forEach(inside);
      const after = operation.after.flatMap((other) => copies.get(other) ?? []);
      body
        .copy(operation, inputs, { after })
        .forEach((node, index) => values.set(keyOf(operation.outputs[index]), node));
      copies.set(operation, body.latest);
    };
    const inside = (node: Node): Node => {
      const operation = this.operations[node.order];
      if (!values.has(keyOf(node))) {
        if (this.isCopied(operation, part)) copy(operation);
        else values.set(keyOf(node), body.placeholder(node.shape, node.dtype));
        const inner = values.get(keyOf(node))!; // set above
        if (operation.op === "VarHandleOp" || inner.op === "Placeholder")
          taken.push({ inner, outer: this.outside(node) });
      }
      return values.get(keyOf(node))!;
    };
    try {
      this.membersOf(part).forEach(copy);
      const results = [...this.given[part].values()];
      const kept = [...copies].filter(([{ name }]) => this.source.kept.has(name)).map(([, { name }]) => name);
      const outputs = results.map(inside);
      if (outputs.length + kept.length > 0) this.callFunction(body, part, { taken, results, outputs, kept });
    } finally {
      body.dispose();
    }
  }

  private callFunction(
    body: Graph,
    part: number,
    { taken, results, outputs, kept }: { taken: Taken[]; results: Node[]; outputs: Node[]; kept: string[] },
  ): void {
    const api = cApi();
    const name = `${this.name}_${part}`;
    const handle = body.toFunction(name, taken.map(({ inner }) => inner), outputs, kept); // prettier-ignore
    try {
      api.checked(name, "contextAddFunction", api.context, handle);
      api.checked(name, "copyFunction", this.graph.handle, handle, null);
    } finally {
      api.call("deleteFunction", handle);
    }
    this.functions.push(name);
    const given = taken.map(({ outer }) => outer);
    const describe = (operation: Pointer): void => {
      api.call("setDevice", operation, this.source.device);
      const members = given.map(({ output }) => output);
      api.call("addInputList", operation, members, members.length);
      api.call("setTypeList", operation, "Tin", typesOf(given), given.length);
      api.call("setTypeList", operation, "Tout", typesOf(outputs), outputs.length);
      api.call("setFunction", operation, "f", name, Buffer.byteLength(name));
      api.call("setBool", operation, "_XlaMustCompile", 1);
    };
    const options = { after: this.before, name: `${this.prefix}/part_${part}` };
    this.graph
      .build("StatefulPartitionedCall", given, describe, options)
      .forEach((node, index) => this.known.set(keyOf(results[index]), node));
    this.lastCall = this.graph.latest;
    this.before.push(this.lastCall);
    this.kept.push(this.lastCall.name);
  }

  /** Adds the collectives that run behind a part. */
  exchange(part: number): void {
    this.operations.forEach((operation, order) => {
      if (!isCollective(operation) || this.parts[order] !== part) return;
      this.copy(operation);
      this.kept.push(this.graph.latest.name);
    });
  }

  /** Copies an op into the step's graph. */
  private copy(operation: Operation): void {
    const { device } = this.source;
    const inputs = operation.inputs.map((node) => this.outside(node));
    const after = [...operation.after.flatMap((other) => this.present.get(other) ?? []), ...this.called(operation)];
    const nodes = this.graph.copy(operation, inputs, { device, after, name: `${this.prefix}/${operation.name}` });
    nodes.forEach((node, index) => this.known.set(keyOf(operation.outputs[index]), node));
    this.present.set(operation, this.graph.latest);
    if (operation.op === "ReadVariableOp") this.before.push(this.graph.latest);
  }

  /** The last function, if it computes what a collective waits for without needing its result. */
  private called({ after }: Operation): Operation[] {
    return this.lastCall && after.some((other) => !isCollective(other)) ? [this.lastCall] : [];
  }

  private partOf(operation: Operation): number {
    const behind = (other: Operation): number => this.parts[this.orders.get(other)!] + Number(isBorder(other)); // prettier-ignore
    const waits = operation.after.map((other) =>
      isCollective(operation) ? this.parts[this.orders.get(other)!] : behind(other),
    );
    // What a device receives may depend on all that it has sent before: a part that uses it must come later.
    const first = isCollective(operation) ? this.last : 0;
    return Math.max(first, ...operation.inputs.map(({ order }) => behind(this.operations[order])), ...waits);
  }

  private membersOf(part: number): Operation[] {
    return this.operations.filter(
      (operation, order) =>
        this.parts[order] === part &&
        !isCollective(operation) &&
        operation.op !== "Placeholder" &&
        !isOnDemand(operation),
    );
  }

  /** Whether a part computes an op's results for itself: a constant, or a variable's value that no part before it has changed. */
  private isCopied(operation: Operation, part: number): boolean {
    if (!isOnDemand(operation)) return false;
    return operation.op !== "ReadVariableOp" || (this.changed.get(operation.inputs[0].order) ?? Infinity) >= part;
  }

  /** Notes that a value is used. @param user The part that does. */
  private give(node: Node, user: number): void {
    const operation = this.operations[node.order];
    const owner = this.parts[node.order];
    if (operation.op === "Placeholder" || isCollective(operation) || owner === user) return;
    if (this.isCopied(operation, user)) return;
    this.given[owner].set(keyOf(node), node);
  }
}

const typesOf = (nodes: readonly Node[]): number[] => nodes.map(({ dtype }) => dtype);
