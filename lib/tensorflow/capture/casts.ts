import { backend } from "../backend";
import type { OpAttribute } from "../binding";
import type { Precision } from "../config";
import { onGpu } from "../devices";
import { lacksSixteenBits } from "../processor";
import { workbookOps } from "../workbook-ops";
import { sizeOf, type Graph, type Node } from "./graph";
import { listLength, opDefinition } from "./op-definitions";

// Where nearly all of a network's arithmetic is: in 16 bits, whatever their inputs are in.
const PRODUCTS = new Set(
  (
    "MatMul BatchMatMul BatchMatMulV2 Conv2D Conv2DBackpropInput Conv2DBackpropFilter " +
    "DepthwiseConv2dNative DepthwiseConv2dNativeBackpropInput DepthwiseConv2dNativeBackpropFilter"
  ).split(" "),
);

// What lies between products: it computes in the type of its largest inputs. All other ops compute in float32: sums over many numbers,
// powers, exponentials, losses, and updates.
const BETWEEN = new Set<string>([
  ...(
    "Add AddV2 AddN Sub Mul RealDiv Neg Maximum Minimum Select SelectV2 Erf Erfc Softmax SoftplusGrad BiasAdd BiasAddGrad " +
    "Relu ReluGrad Relu6 Relu6Grad Elu EluGrad Sigmoid SigmoidGrad Tanh TanhGrad MaxPool MaxPoolGrad AvgPool AvgPoolGrad " +
    "FusedBatchNormV3 FusedBatchNormGradV3 Identity Reshape Squeeze ExpandDims Transpose ConcatV2 Split SplitV Slice " +
    "StridedSlice StridedSliceGrad Pad PadV2 Tile BroadcastTo Pack Unpack ReverseV2 ZerosLike OnesLike"
  ).split(" "),
  ...workbookOps,
]);

// The kernels of these, for CPUs, add up in 16 bits, where a sum of ones ends at 256 or 2,048. Those for GPUs, and XLA's, do so in float32.
const ROUNDED_ON_CPUS = new Set(["BiasAddGrad", "DepthwiseConv2dNativeBackpropFilter"]);

// TF_DataTypes that the binding has no names for.
export const BFLOAT16 = 14;
export const FLOAT16 = 19;

/** The 16-bit type, a TF_DataType, in which a precision has steps multiply on this device; undefined where they do so in float32. */
export function sixteenBitType(precision: Precision = "float32"): number | undefined {
  if (precision === "mixed_float16") return FLOAT16;
  return precision === "mixed_bfloat16" && (onGpu() || !lacksSixteenBits()) ? BFLOAT16 : undefined;
}

/**
 * Lays the casts of mixed precision down in a graph, op by op, as Keras's policies have them: products and convolutions in 16 bits, what
 * lies between two of them as well, and everything else in float32. TensorFlow.js takes all of these tensors for float32.
 */
export class Casts {
  /** The casts so far: a tensor is cast once, however many ops read it. */
  private readonly casts = new Map<string, Node>();

  /**
   * @param type The 16-bit type, a TF_DataType.
   * @param xla Whether XLA will compile the graph.
   */
  constructor(
    private readonly graph: Graph,
    readonly type: number,
    private readonly xla: boolean,
  ) {}

  /** An op's attributes and inputs in the type in which it computes. */
  fitted(op: string, attributes: OpAttribute[], inputs: Node[]): { attributes: OpAttribute[]; inputs: Node[] } {
    const { TF_FLOAT } = backend().binding;
    const named = attributes.find(({ name }) => name === "T");
    if (named && named.value !== TF_FLOAT) return { attributes, inputs }; // whoever names another type means it
    const types = typeAttributes(this.graph, op, inputs.length);
    const main = inputs.filter((node, index) => types[index] === "T" && [TF_FLOAT, this.type].includes(node.dtype));
    if (!this.computesInSixteenBits(op, main)) {
      return { attributes, inputs: inputs.map((node) => this.inFloat32(node)) };
    }
    return {
      attributes: attributes.map((each) => (each === named ? { ...each, value: this.type } : each)),
      inputs: inputs.map((node, index) => (types[index] === "T" ? this.cast(node, this.type) : this.inFloat32(node))),
    };
  }

  /** A tensor for whoever needs it in float32. */
  inFloat32(node: Node): Node {
    return node.dtype === this.type ? this.cast(node, backend().binding.TF_FLOAT) : node;
  }

  private computesInSixteenBits(op: string, main: Node[]): boolean {
    if (ROUNDED_ON_CPUS.has(op) && !this.xla && !onGpu()) return false;
    if (PRODUCTS.has(op)) return main.length > 0;
    if (!BETWEEN.has(op)) return false;
    const has = ({ dtype }: Node): boolean => dtype === this.type;
    // The gradient of what was computed in 16 bits is, too. Else factors, biases, and sums of rows follow what they are applied to.
    if (op.includes("Grad")) return main.some(has);
    const largest = Math.max(...main.map(sizeOf));
    return main.length > 0 && main.filter((node) => sizeOf(node) === largest).every(has);
  }

  private cast(node: Node, to: number): Node {
    if (node.dtype === to) return node;
    const key = `${node.order}:${node.output.index}:${to}`;
    const known = this.casts.get(key);
    if (known) return known;
    const made = cast(this.graph, node, to);
    this.casts.set(key, made);
    return made;
  }
}

/** Adds a cast. @param to A TF_DataType. */
export function cast(graph: Graph, node: Node, to: number): Node {
  const { TF_ATTR_TYPE } = backend().binding;
  const types = { SrcT: node.dtype, DstT: to };
  const attributes = Object.entries(types).map(([name, value]) => ({ name, type: TF_ATTR_TYPE, value }));
  return graph.op("Cast", attributes, [node])[0];
}

/** The attribute that is the type of each of an op's inputs; undefined where it is fixed. */
function typeAttributes(graph: Graph, op: string, count: number): (string | undefined)[] {
  const { inputs } = opDefinition(graph.handle, op);
  return inputs.flatMap(({ list, type }) => Array<string | undefined>(list ? listLength(inputs, count) : 1).fill(type));
}
