import type { Attribute, GraphNode } from "./graph-def";
import { computedType } from "./graph-def";

/** A tensor of an op, or a list of tensors. */
interface Argument {
  name: string;
  /** The attribute that says how many tensors there are, or an empty text for one. */
  count: string;
  /** The attribute that says its type, or the type itself. */
  type: string | number;
}

/** TensorFlow's GPU kernels of one op. */
interface OpKernels {
  inputs: Argument[];
  outputs: Argument[];
  kernels: { types: Record<string, number[]>; host: string[]; priority: number }[];
}

/** TensorFlow's GPU kernels, as cuda_wheel.py lists them. */
export interface KernelRegistry {
  tensorflow: string;
  ops: Record<string, OpKernels | undefined>;
}

/** Where a tensor lies: in the GPU's memory, or in the host's, where TensorFlow's GPU kernels keep sizes and shapes. */
type Memory = "GPU" | "host";

/** Where an op's tensors lie on a GPU. */
interface Placed {
  inputs: Memory[];
  outputs: Memory[];
}

const INT32 = 3;
const ALWAYS_ON_HOST = [7, 20, 21]; // text, resources, variants

/** Where the tensors of a GPU's kernel of an op lie; undefined where there is no kernel for its types. */
function placedOnGpu({ ops }: KernelRegistry, node: GraphNode): Placed | undefined {
  // The placeholders of a captured graph are the arguments of a function, whose integers TensorFlow keeps on the host.
  if (node.op === "Placeholder") {
    const type = node.attributes.dtype?.type ?? 0;
    return { inputs: [], outputs: [[INT32, ...ALWAYS_ON_HOST].includes(type) ? "host" : "GPU"] };
  }
  const op = ops[node.op];
  const fitting = op?.kernels.filter(({ types }) =>
    Object.entries(types).every(([name, allowed]) =>
      typesOf(node.attributes[name]).every((type) => allowed.includes(type)),
    ),
  );
  if (!op || !fitting || fitting.length === 0) return undefined;
  const { host } = fitting.reduce((best, kernel) => (kernel.priority > best.priority ? kernel : best));
  const memoryOf = (args: Argument[]) =>
    args.flatMap((arg): Memory[] => {
      const onHost = host.includes(arg.name) || ALWAYS_ON_HOST.includes(typeOf(node, arg));
      return Array<Memory>(countOf(node, arg)).fill(onHost ? "host" : "GPU");
    });
  return { inputs: memoryOf(op.inputs), outputs: memoryOf(op.outputs) };
}

function typesOf(attribute: Attribute | undefined): number[] {
  return attribute?.list?.type ?? (attribute?.type === undefined ? [] : [attribute.type]);
}

function typeOf({ attributes }: GraphNode, { type }: Argument): number {
  return typeof type === "number" ? type : (attributes[type]?.type ?? 0);
}

function countOf({ attributes }: GraphNode, { count }: Argument): number {
  if (count === "") return 1;
  return attributes[count]?.list?.type?.length ?? Number(attributes[count]?.i ?? 0);
}

/** Finds ops without a GPU kernel for their types: TensorFlow would run them on the CPU, and copy what they read and compute. */
export function* kernelProblems(registry: KernelRegistry, nodes: readonly GraphNode[]): Generator<string> {
  const missing = new Set(nodes.filter((node) => !placedOnGpu(registry, node)).map(called));
  for (const each of missing) yield `${each} has no GPU kernel`;
}

const called = (node: GraphNode): string => `${node.op} (${computedType(node)})`;

/** A tensor that every step copies between the GPU and the host. */
interface HostCopy {
  from: GraphNode;
  to: GraphNode;
  towards: Memory;
}

/** The tensors that kernels of a graph would find in the wrong memory; each is copied once towards there. */
export function hostCopies(registry: KernelRegistry, nodes: readonly GraphNode[]): HostCopy[] {
  const placed = new Map(nodes.map((node) => [node, placedOnGpu(registry, node)]));
  const copies = new Map<string, HostCopy>();
  for (const to of nodes) {
    to.inputs.forEach(({ from, output }, index) => {
      const [lies, wanted] = [placed.get(from)?.outputs[output], placed.get(to)?.inputs[index]];
      if (lies === undefined || wanted === undefined || lies === wanted) return;
      copies.set(`${from.name}:${output} ${wanted}`, { from, to, towards: wanted });
    });
  }
  return [...copies.values()];
}

/** A copy in words: `Const -> Conv2D, to the GPU`. */
export const describeCopy = ({ from, to, towards }: HostCopy): string =>
  `${called(from)} -> ${called(to)}, ${towards === "host" ? "to the host" : "to the GPU"}`;
