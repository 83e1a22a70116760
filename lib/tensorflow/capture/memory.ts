import type { Graph, LaidDown, Node } from "./graph";

/** What a captured step needs, in bytes, by its graph: see {@link estimateMemory}. */
export interface MemoryEstimate {
  /** Variables and tensors from outside that the step reads; they exist between steps too. */
  held: number;
  /** The arguments of one call. */
  arguments: number;
  /** The most that lives at once of what the step computes: activations, gradients, new values. */
  computed: number;
  /** All together. */
  peak: number;
}

// Bytes an element, by TF_DataType.
const BYTES: Record<number, number> = { 1: 4, 2: 8, 3: 4, 4: 1, 6: 1, 9: 8, 10: 1, 14: 2, 19: 2 };

// A shape that is not known beforehand (-1) belongs to what a kernel keeps for its gradient: small.
const bytes = ({ shape, dtype }: Node): number =>
  shape.reduce((size, length) => size * Math.max(length, 0), BYTES[dtype] ?? 4);

// Their result shares its input's memory, and so does an activation's, when nobody else needs the input.
const ALIASES = new Set(["Identity", "Reshape", "Squeeze", "ExpandDims"]);
const IN_PLACE = new Set(["Relu", "ReluGrad", "BiasAdd", "AddV2", "Sub", "Mul", "RealDiv"]);

/**
 * The most memory that the values of a graph need at once when its ops run in the order of the recording and each
 * value is freed after its last reader. Kernels' own scratch space, and ops that run at the same time, come on top.
 *
 * @param results What the step returns; it lives to the end.
 * @param outside The placeholders of variables and of tensors from outside.
 */
export function estimateMemory(graph: Graph, results: Node[], inputs: Node[], outside: Node[]): MemoryEstimate {
  const sum = (nodes: Node[]): number => nodes.reduce((total, node) => total + bytes(node), 0);
  const computed = peak(graph.laidDown, results);
  const held = sum(outside);
  const given = sum(inputs);
  return { held, arguments: given, computed, peak: held + given + computed };
}

function peak(laidDown: LaidDown[], results: Node[]): number {
  const key = ({ output, order }: Node): string => `${order}:${output.index}`;
  const lastReader = new Map<string, number>();
  laidDown.forEach(({ inputs }, order) => inputs.forEach((node) => lastReader.set(key(node), order)));
  results.forEach((node) => lastReader.set(key(node), Infinity));
  // A buffer is named by the value it was made for; values that share it prolong its life.
  const buffer = new Map<string, { size: number; users: number }>();
  let live = 0;
  let most = 0;
  laidDown.forEach(({ op, inputs, outputs }, order) => {
    if (op === "Placeholder") return;
    outputs.forEach((output, index) => {
      const name = key(output);
      if (!lastReader.has(name)) return; // nobody reads it: TensorFlow prunes or frees it at once
      const source = inputs.find((input) => {
        const held = buffer.get(key(input));
        const shares =
          ALIASES.has(op) || (IN_PLACE.has(op) && lastReader.get(key(input)) === order && held?.users === 1);
        return index === 0 && held !== undefined && shares && bytes(input) === bytes(output);
      });
      const shared = source && buffer.get(key(source));
      if (shared) {
        shared.users++;
        buffer.set(name, shared);
      } else {
        const size = bytes(output);
        buffer.set(name, { size, users: 1 });
        live += size;
      }
    });
    most = Math.max(most, live);
    new Set(inputs.map(key)).forEach((name) => {
      const held = buffer.get(name);
      if (!held || lastReader.get(name) !== order) return;
      buffer.delete(name);
      if (--held.users === 0) live -= held.size;
    });
  });
  return most;
}
