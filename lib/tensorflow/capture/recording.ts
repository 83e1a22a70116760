import { createHash } from "node:crypto";
import { bytesOf } from "../bytes";
import { backend, tf } from "../backend";
import type { Binding, NodeBackend, OpAttribute, TensorMetadata } from "../binding";
import type { OwnNumber } from "./axis";
import { Casts } from "./casts";
import type { CollectiveKeys } from "./collective-keys";
import { divert } from "./diversion";
import { nativeOp } from "../native-op";
import { Graph, type Node } from "./graph";
import { bytesOfNodes } from "./memory-estimate";
import { RandomStreams } from "./random-streams";
import { RecordedVariables } from "./recorded-variables";
import { NewVariable, refuseDisposed, refuseKept, refuseReading, refuseUnknownShape, unknownTensor } from "./refusals";

/** A tensor that the function uses without having it as an argument. */
export interface ClosedOver {
  dataId: tf.DataId;
  shape: number[];
  dtype: tf.DataType;
  node: Node;
}

let active: Recording | undefined;

/** The recording under way, if any. */
export function activeRecording(): Recording | undefined {
  return active;
}

// Tensors of a recording have numbers below -1, which the native binding never uses.
let nextId = -2;

/**
 * Runs a function once with tensors that have a shape and a type but no values, and adds every op that it calls to a graph.
 * Meanwhile the tfjs backend's calls lead here instead of to the device.
 */
export class Recording {
  readonly inputs: Node[] = [];
  readonly variables: RecordedVariables;
  readonly closedOver: ClosedOver[] = [];
  /** A digest of every constant, for comparison with another recording. */
  readonly constants: { node: Node; digest: string }[] = [];
  readonly random: RandomStreams;
  /** The inputs that hold the replica's own numbers, by their descriptions as JSON. */
  readonly numbers = new Map<string, { number: OwnNumber; node: Node }>();
  /** Bytes that each replica sends to others in a step, by the axis of a mesh along which it does; `all` for all-reduces of all replicas. */
  readonly sent = new Map<string, number>();
  private readonly equalConstants = new Map<string, Node>();
  private readonly nodes = new Map<number, Node>();
  private readonly byData = new Map<tf.DataId, Node>();
  private readonly written = new Map<tf.DataId, unknown>();
  private readonly variableOf = new Map<tf.DataId, tf.Variable>();
  private readonly node: NodeBackend = backend();
  private readonly binding: Binding = this.node.binding;

  /** The keys by which the step adds up over replicas, where there are several. */
  readonly collectives?: CollectiveKeys;
  /** Whether XLA will compile the graph. */
  readonly xla: boolean;
  /** Casts to 16 bits and back, in mixed precision. */
  readonly casts?: Casts;

  /** @param options.sixteenBits The type for products in mixed precision, a TF_DataType. */
  constructor(
    readonly graph: Graph,
    { collectives, xla = false, sixteenBits }: { collectives?: CollectiveKeys; xla?: boolean; sixteenBits?: number },
  ) {
    this.random = new RandomStreams(this);
    this.variables = new RecordedVariables(graph);
    this.collectives = collectives;
    this.xla = xla;
    if (sixteenBits !== undefined) this.casts = new Casts(graph, sixteenBits, xla);
  }

  /** Makes the tensor of an argument. */
  argument(shape: number[], dtype: number): tf.Tensor {
    const node = this.graph.placeholder(shape, dtype);
    this.inputs.push(node);
    return this.tensorOf(node);
  }

  /**
   * Records `fn`. Afterwards variables have their old values again, and all tensors are disposed.
   * @param finish Is called with the result while its tensors still exist.
   */
  run(fn: () => unknown, finish: (result: unknown) => void): void {
    const engine = tf.engine();
    const before = Object.values(engine.registeredVariables);
    before.forEach((variable) => this.identify(variable));
    // The copies share their variable's memory and keep it when the function assigns the variable.
    const copies = tf.tidy(() => before.map((variable) => tf.keep(variable.clone())));
    const restore = this.divert();
    engine.startScope("recording");
    try {
      const result = fn();
      before.forEach((variable, index) => {
        if (variable.dataId !== copies[index].dataId) this.variables.assign(variable, () => this.result(variable));
      });
      finish(result);
    } finally {
      before.forEach((variable, index) => {
        if (!variable.isDisposed && variable.dataId !== copies[index].dataId) variable.assign(copies[index]);
      });
      engine.endScope();
      restore();
      copies.forEach((copy) => copy.dispose());
    }
  }

  /** Frees the recording, if no function is made of it. */
  dispose(): void {
    this.graph.dispose();
    this.closedOver.forEach(({ dataId }) => this.node.disposeData(dataId));
  }

  /** A variable is identified by its data, so a variable that shares another's data gets a copy. */
  private identify(variable: tf.Variable): void {
    if (this.variableOf.has(variable.dataId)) {
      const [copy] = nativeOp("Identity", {}, [variable]);
      variable.assign(copy);
      copy.dispose();
    }
    this.variableOf.set(variable.dataId, variable);
  }

  /**
   * Updates variables in place.
   * @param op An op whose first inputs are the variables' handles.
   * @returns false where the function has assigned one of them already, so that its value is no resource's.
   */
  update(op: string, attributes: OpAttribute[], variables: readonly tf.Variable[], inputs: tf.TensorInfo[]): boolean {
    const isWhole = (variable: tf.Variable) =>
      this.variableOf.get(variable.dataId) === variable || this.variables.isUpdated(variable);
    if (!variables.every(isWhole)) return false;
    const nodes = inputs.map((tensor) => this.nodeOf(tensor));
    this.variables.update(op, attributes, variables, nodes).forEach((node, index) => {
      variables[index].assign(this.tensorOf(node));
      this.variables.updated(variables[index]);
    });
    return true;
  }

  /** The node of a tensor that the function returns or assigns. */
  result(tensor: tf.TensorInfo): Node {
    const node = this.nodeOf(tensor);
    refuseUnknownShape(node, "");
    return node;
  }

  /** The node of a tensor in its own type: an op's result, a constant, a variable's value, or a tensor from outside. */
  nodeOf(tensor: tf.TensorInfo): Node {
    const node = this.computedNodeOf(tensor);
    return this.casts?.inFloat32(node) ?? node;
  }

  /** The same as the graph computes it: in mixed precision perhaps in 16 bits. */
  computedNodeOf(tensor: tf.TensorInfo): Node {
    const node = this.find(tensor);
    // A tfjs reshape may share its input's data.
    return isKnown(node) ? this.reshape(node, tensor.shape) : node;
  }

  /** A node in another shape. */
  reshape(node: Node, shape: readonly number[]): Node {
    if (node.shape.length === shape.length && node.shape.every((size, axis) => size === shape[axis])) return node;
    const dimensions = this.constant(Int32Array.from(shape), [shape.length], this.binding.TF_INT32);
    return this.graph.op("Reshape", [], [node, dimensions])[0];
  }

  /** A constant of the graph. Equal constants share a node; otherwise a few shapes and factors would be a quarter of a network's ops. */
  constant(values: Uint8Array | Int32Array | Float32Array, shape: number[], dtype: number): Node {
    const bytes = bytesOf(values);
    const digest = createHash("sha1").update(bytes).digest("hex");
    const key = `${dtype} ${shape.join()} ${digest}`;
    const node = this.equalConstants.get(key) ?? this.graph.constant(shape, dtype, bytes);
    this.equalConstants.set(key, node);
    this.constants.push({ node, digest });
    return node;
  }

  /** A number that each replica has for itself: int32, a scalar. */
  ownNumber(number: OwnNumber): Node {
    const name = JSON.stringify(number);
    const node = this.numbers.get(name)?.node ?? this.graph.placeholder([], this.binding.TF_INT32);
    this.numbers.set(name, { number, node });
    return node;
  }

  /** Notes that a replica sends a share of a node's value. */
  sends(node: Node, share: number, along = "all"): void {
    this.sent.set(along, (this.sent.get(along) ?? 0) + share * bytesOfNodes([node]));
  }

  /** Makes a tensor of a node. */
  tensorOf(node: Node): tf.Tensor {
    return this.node.createOutputTensor(this.register(node));
  }

  /** @returns lets everything that is recorded from then on read another tensor's node where it reads this one's. */
  replacer(tensor: tf.TensorInfo): (by: tf.TensorInfo) => void {
    const { id } = this.node.tensorMap.get(tensor.dataId);
    return (by) => this.nodes.set(id, this.computedNodeOf(by));
  }

  private find(tensor: tf.TensorInfo): Node {
    refuseDisposed(tensor);
    const data = this.node.tensorMap.get(tensor.dataId);
    const result = this.nodes.get(data.id);
    if (result) return result;
    refuseKept(data.id);
    const known = this.byData.get(tensor.dataId);
    if (known) return known;
    const node = this.written.has(tensor.dataId) ? this.constantOf(tensor) : this.enclose(tensor);
    this.byData.set(tensor.dataId, node);
    return node;
  }

  private constantOf(tensor: tf.TensorInfo): Node {
    if (tensor.dtype === "string" || tensor.dtype === "complex64") {
      throw new Error(`A ${tensor.dtype} constant cannot be captured: create it outside of the step.`);
    }
    const typed = typedArray(this.written.get(tensor.dataId), tensor.dtype);
    return this.constant(typed, this.node.tensorMap.get(tensor.dataId).shape, this.dtype(tensor));
  }

  private enclose(tensor: tf.TensorInfo): Node {
    const variable = this.variableOf.get(tensor.dataId);
    if (variable) return this.variables.read(variable);
    const { shape } = this.node.tensorMap.get(tensor.dataId);
    const node = this.graph.placeholder(shape, this.dtype(tensor));
    this.node.incRef(tensor.dataId);
    this.closedOver.push({ dataId: tensor.dataId, shape, dtype: tensor.dtype, node });
    return node;
  }

  // The backend knows TensorFlow's type; tfjs calls uint8 int32.
  private dtype(tensor: tf.TensorInfo): number {
    return this.node.tensorMap.get(tensor.dataId).dtype;
  }

  private register(node: Node): TensorMetadata {
    const id = nextId--;
    this.nodes.set(id, node);
    const dtype = node.dtype === this.casts?.type ? this.binding.TF_FLOAT : node.dtype;
    return { id, shape: isKnown(node) ? node.shape : [], dtype };
  }

  private divert(): () => void {
    if (active) throw new Error("A recording is going on already.");
    const restore = divert(this.node, {
      executeOp: (name, attributes, inputs, outputs) => {
        const nodes = inputs.map((id) => this.nodes.get(id) ?? unknownTensor(name));
        for (const node of nodes) refuseUnknownShape(node, name);
        const fitted = this.casts?.fitted(name, attributes, nodes) ?? { attributes, inputs: nodes };
        const results = this.graph.op(name, fitted.attributes, fitted.inputs).slice(0, outputs);
        return results.map((node) => this.register(node));
      },
      createTensor: (shape, dtype, values) =>
        this.register(this.constant(typedArray(values, "float32"), shape, dtype)).id,
      idOf: (tensor) => this.register(this.computedNodeOf(tensor)).id,
      written: (dataId, values) => this.written.set(dataId, values),
      read: (dataId) => {
        // Values that the function itself wrote are known; a value from outside would be frozen into the graph.
        const { id, dtype } = this.node.tensorMap.get(dataId);
        const values = this.written.get(dataId);
        if (values === undefined) return refuseReading(this.nodes.get(id)?.op);
        return typedArray(values, dtype === this.binding.TF_INT32 ? "int32" : "float32");
      },
      makeVariable: (name) => {
        throw new NewVariable(name);
      },
    });
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- the recording under way
    active = this;
    return () => {
      restore();
      active = undefined;
    };
  }
}

function typedArray(values: unknown, dtype: tf.DataType): Uint8Array | Int32Array | Float32Array {
  if (values instanceof Uint8Array || values instanceof Int32Array || values instanceof Float32Array) return values;
  const list = values as ArrayLike<number>;
  if (dtype === "bool") return Uint8Array.from(list);
  return dtype === "int32" ? Int32Array.from(list) : Float32Array.from(list);
}

const isKnown = ({ shape }: Node): boolean => shape.every((size) => size >= 0);
