import type { Graph, Node, Operation } from "./graph";

/** The memory that a captured step needs, in bytes, see {@link estimateMemory}. */
export interface MemoryEstimate {
  /** Variables and tensors from outside that the step reads; they also exist between steps. */
  held: number;
  /** The arguments of one call. */
  arguments: number;
  /** The most that the step's own values take at any time: activations, gradients, new values. */
  computed: number;
  /** The sum of the others. */
  peak: number;
}

// The bytes of an element, by TF_DataType.
const BYTES: Record<number, number> = { 1: 4, 2: 8, 3: 4, 4: 1, 6: 1, 9: 8, 10: 1, 14: 2, 19: 2 };

// A shape that is unknown beforehand (-1) counts as 0: it is a small output that a kernel reserves for its gradient.
const bytes = ({ shape, dtype }: Node): number =>
  shape.reduce((size, length) => size * Math.max(length, 0), BYTES[dtype] ?? 4);

/** The bytes of the values of some nodes. */
export const bytesOfNodes = (nodes: Node[]): number => nodes.reduce((total, node) => total + bytes(node), 0);

// The result of an alias shares its input's memory. The result of an op in place does, too, if no other op needs the input.
const ALIASES = new Set(["Identity", "Reshape", "Squeeze", "ExpandDims"]);
const IN_PLACE = new Set([
  ...["Relu", "ReluGrad", "BiasAdd", "AddV2", "Sub", "Mul", "RealDiv"],
  ...["WorkbookAddBatchNorm", "WorkbookBatchNormGrad", "WorkbookAddBatchNormGrad", "WorkbookLayerNormGrad"],
  ...["WorkbookBiasGelu", "WorkbookBiasGeluGrad", "WorkbookCausalSoftmax", "WorkbookCausalSoftmaxGrad"],
]);

// Values that exist without the step: they are counted as held.
const OUTSIDE = new Set(["Placeholder", "VarHandleOp", "ReadVariableOp"]);

/**
 * The most memory that the values of a graph need at once when its ops run in the order of the recording and each
 * value is freed after its last reader. Kernels' own scratch space, and ops that run at the same time, come on top.
 *
 * @param results The results of the step, which live to its end.
 * @param held The bytes of the variables and of the tensors from outside.
 */
export function estimateMemory(graph: Graph, results: Node[], inputs: Node[], held: number): MemoryEstimate {
  const computed = peak(graph.operations, results);
  const argumentBytes = bytesOfNodes(inputs);
  return { held, arguments: argumentBytes, computed, peak: held + argumentBytes + computed };
}

function peak(operations: Operation[], results: Node[]): number {
  const key = ({ output, order }: Node): string => `${order}:${output.index}`;
  const lastReader = new Map<string, number>();
  operations.forEach(({ inputs }, order) => inputs.forEach((node) => lastReader.set(key(node), order)));
  results.forEach((node) => lastReader.set(key(node), Infinity));
  // The buffer of each value; values that share a buffer prolong its life.
  const buffers = new Map<string, { size: number; users: number }>();
  let live = 0;
  let most = 0;
  operations.forEach(({ op, inputs, outputs }, order) => {
    if (OUTSIDE.has(op)) return;
    outputs.forEach((output, index) => {
      const name = key(output);
      if (!lastReader.has(name)) return; // no op reads it: TensorFlow prunes or frees it at once
      const source = inputs.find((input) => {
        const buffer = buffers.get(key(input));
        const shares =
          ALIASES.has(op) || (IN_PLACE.has(op) && lastReader.get(key(input)) === order && buffer?.users === 1);
        return index === 0 && buffer !== undefined && shares && bytes(input) === bytes(output);
      });
      const shared = source && buffers.get(key(source));
      if (shared) {
        shared.users++;
        buffers.set(name, shared);
      } else {
        const size = bytes(output);
        buffers.set(name, { size, users: 1 });
        live += size;
      }
    });
    most = Math.max(most, live);
    new Set(inputs.map(key)).forEach((name) => {
      const buffer = buffers.get(name);
      if (!buffer || lastReader.get(name) !== order) return;
      buffers.delete(name);
      if (--buffer.users === 0) live -= buffer.size;
    });
  });
  return most;
}
