import { backend } from "../backend";
import type { OpAttribute } from "../binding";
import { cApi, OUTPUT_BYTES, type Output, type Pointer } from "../c-api";
import { listLength, opDefinition } from "./op-definitions";

/** A tensor of a graph that is being built. Only its shape and type are known. */
export interface Node {
  output: Output;
  /** The name of its op in the graph. */
  name: string;
  /** The type of its op, for example `Conv2D`. */
  op: string;
  /** The index of its op in the recording. */
  order: number;
  shape: number[];
  /** A TF_DataType. */
  dtype: number;
}

/** An op of a graph, for control edges, for analysis, and for comparison with a second recording. */
export interface Operation {
  op: string;
  name: string;
  handle: Pointer;
  inputs: Node[];
  outputs: Node[];
  attributes: OpAttribute[];
  /** The ops that it waits for, although it does not need their results. */
  after: readonly Operation[];
  /** A constant's value. */
  bytes?: Uint8Array;
}

/** How many numbers a tensor has. */
export const sizeOf = ({ shape }: Node): number => shape.reduce((product, length) => product * length, 1);

/** Whether devices exchange something by an op. */
export const isCollective = ({ op }: Pick<Operation, "op">): boolean => op.startsWith("Collective");

/** Ops that belong together while they are added, such as a task's. */
export interface OpGroup {
  /** Is put before the names of its ops, with a slash. */
  readonly name: string;
  /** The ops that an op must wait for, beside those whose results it needs. */
  before(op: string, inputs: readonly Node[]): Operation[];
  /** Is told of each op that was added. */
  add(operation: Operation): void;
}

interface OpOptions {
  device?: string;
  after?: readonly Operation[];
  name?: string;
}

/** A TF_Graph under construction; TensorFlow infers every shape. */
export class Graph {
  readonly handle: Pointer = cApi().make("newGraph");
  readonly operations: Operation[] = [];
  private count = 0;
  private group?: OpGroup;

  /** The op that was added last. */
  get latest(): Operation {
    return this.operations[this.operations.length - 1];
  }

  placeholder(shape: readonly number[], dtype: number): Node {
    const [node] = this.build("Placeholder", [], (operation) => {
      cApi().call("setType", operation, "dtype", dtype);
      cApi().call("setShape", operation, "shape", shape.map(BigInt), shape.length);
    });
    return node;
  }

  constant(shape: readonly number[], dtype: number, bytes: Uint8Array): Node {
    const api = cApi();
    const tensor = api.make("allocateTensor", dtype, shape.map(BigInt), shape.length, bytes.length);
    if (bytes.length > 0) api.view(api.make("tensorData", tensor), bytes.length).set(bytes);
    try {
      const [node] = this.build("Const", [], (operation) => {
        api.call("setType", operation, "dtype", dtype);
        api.checked("constant", "setTensor", operation, "value", tensor);
      });
      this.latest.bytes = bytes;
      return node;
    } finally {
      api.call("deleteTensor", tensor);
    }
  }

  /**
   * Adds an op, by default without a device.
   * @param name Its type, as TensorFlow names it.
   * @param attributes Those that the type has; others are left out.
   * @param inputs The outputs of other ops that it takes.
   * @param options Where and when it runs.
   * @param options.after Ops that must have run before it, although it does not need their results.
   * @param options.name Default: the op's type and a number.
   * @returns its outputs.
   */
  op(name: string, attributes: OpAttribute[], inputs: Node[], { device, ...options }: OpOptions = {}): Node[] {
    const definition = opDefinition(this.handle, name);
    const describe = (operation: Pointer): void => {
      if (device !== undefined) cApi().call("setDevice", operation, device);
      this.connect(operation, definition.inputs, inputs);
      for (const attribute of attributes) {
        if (definition.attributes.has(attribute.name)) setAttribute(operation, attribute);
      }
    };
    return this.build(name, inputs, describe, { attributes, ...options });
  }

  /** Adds an op as it is in another graph. @param inputs Its inputs in this graph. */
  copy({ op, outputs, attributes, bytes, name }: Operation, inputs: Node[], options: OpOptions = {}): Node[] {
    if (bytes) return [this.constant(outputs[0].shape, outputs[0].dtype, bytes)];
    return this.op(op, attributes, inputs, { name, ...options });
  }

  private connect(operation: Pointer, declared: { name: string; list: boolean }[], inputs: Node[]): void {
    const api = cApi();
    const length = listLength(declared, inputs.length);
    let next = 0;
    for (const { list } of declared) {
      if (list) {
        const members = inputs.slice(next, (next += length)).map(({ output }) => output);
        api.call("addInputList", operation, members, members.length);
      } else {
        api.call("addInput", operation, inputs[next++].output);
      }
    }
  }

  /** Makes every op that `fn` adds a member of a group. */
  during<R>(group: OpGroup, fn: () => R): R {
    const outer = this.group;
    this.group = group;
    try {
      return fn();
    } finally {
      this.group = outer;
    }
  }

  /** Adds an op whose inputs and attributes `describe` sets. Its default name is the op's type and a number. */
  build(
    op: string,
    inputs: Node[],
    describe: (operation: Pointer) => void,
    {
      attributes = [],
      after: own = [],
      name = `${this.group ? `${this.group.name}/` : ""}${op}_${this.count++}`,
    }: Omit<OpOptions, "device"> & { attributes?: OpAttribute[] } = {},
  ): Node[] {
    const api = cApi();
    const operation = api.make("newOperation", this.handle, op, name);
    describe(operation);
    const after = [...own, ...(this.group?.before(op, inputs) ?? [])];
    for (const { handle } of after) api.call("addControlInput", operation, handle);
    const finished = api.checked(op, "finishOperation", operation);
    const outputs = Array.from({ length: api.call("outputCount", finished) }, (_, index) =>
      this.node(op, name, { oper: finished, index }),
    );
    this.operations.push({ op, name, handle: finished, inputs, outputs, attributes, after });
    this.group?.add(this.latest);
    return outputs;
  }

  /**
   * Inserts a whole graph into this one.
   * @param definition The other graph, as {@link serialize} returns it.
   * @param prefix Is put before the names of its ops, with a slash.
   * @param device Where its ops run; without a device TensorFlow chooses.
   * @param returned Nodes of the other graph.
   * @returns the same nodes in this graph.
   */
  insert(definition: Uint8Array, prefix: string, device: string | undefined, returned: Node[]): Node[] {
    const api = cApi();
    const options = api.make("newImportOptions");
    const buffer = api.make("newBufferFromString", definition, definition.length);
    try {
      api.call("setImportPrefix", options, prefix);
      if (device !== undefined) api.call("setImportDevice", options, device);
      for (const { name, output } of returned) api.call("addReturnOutput", options, name, output.index);
      const bytes = new Uint8Array(OUTPUT_BYTES * returned.length);
      api.checked(prefix, "importGraph", this.handle, buffer, options, bytes, returned.length);
      return api
        .outputs(bytes)
        .map((output, index) => ({ ...returned[index], output, name: `${prefix}/${returned[index].name}` }));
    } finally {
      api.call("deleteBuffer", buffer);
      api.call("deleteImportOptions", options);
    }
  }

  private node(op: string, name: string, output: Output): Node {
    const api = cApi();
    const rank = Number(api.checked(op, "rank", this.handle, output));
    const dimensions = new BigInt64Array(Math.max(rank, 0));
    if (rank > 0) {
      const bytes = new Uint8Array(dimensions.buffer);
      api.checked(op, "shape", this.handle, output, bytes, rank);
    }
    const shape = rank < 0 ? [-1] : Array.from(dimensions, Number);
    return { output, name, op, order: this.operations.length, shape, dtype: api.call("outputType", output) };
  }

  /** The graph as a serialized GraphDef, which TensorBoard can read, too. */
  serialize(): Uint8Array {
    return cApi().bytes("graph", (buffer, status) => cApi().call("graphDefinition", this.handle, buffer, status));
  }

  /**
   * Makes a function of the graph.
   * @param kept The names of ops that run even if no output needs them. Default: none.
   */
  toFunction(name: string, inputs: Node[], outputs: Node[], kept: string[] = []): Pointer {
    const [from, to] = [inputs, outputs].map((nodes) => nodes.map(({ output }) => output));
    const control = kept.map((op) => cApi().make("operationByName", this.handle, op));
    return cApi().checked(
      name,
      "graphToFunction",
      ...[this.handle, name, 0, -1, null, from.length, from, to.length, to, null],
      ...[control.length, control, null, null, null],
    );
  }

  dispose(): void {
    cApi().call("deleteGraph", this.handle);
  }
}

function setAttribute(operation: Pointer, { name, type, value }: OpAttribute): void {
  const api = cApi();
  const { binding } = backend();
  const list = Array.isArray(value) ? value : undefined;
  switch (type) {
    case binding.TF_ATTR_INT:
      if (list) api.call("setIntList", operation, name, list.map(BigInt), list.length);
      else api.call("setInt", operation, name, BigInt(Number(value)));
      return;
    case binding.TF_ATTR_FLOAT:
      if (list) api.call("setFloatList", operation, name, list, list.length);
      else api.call("setFloat", operation, name, Number(value));
      return;
    case binding.TF_ATTR_BOOL:
      if (list) api.call("setBoolList", operation, name, list.map(Number), list.length);
      else api.call("setBool", operation, name, value ? 1 : 0);
      return;
    case binding.TF_ATTR_TYPE:
      api.call("setType", operation, name, Number(value));
      return;
    case binding.TF_ATTR_SHAPE:
      api.call("setShape", operation, name, (list ?? []).map(BigInt), (list ?? []).length);
      return;
    case binding.TF_ATTR_STRING: {
      const bytes = Buffer.from(String(value));
      api.call("setString", operation, name, bytes, bytes.length);
      return;
    }
    default:
      throw new Error(`TensorFlow attribute ${name} has an unknown type ${type}`);
  }
}
