import type { Recording } from "./recording";

/**
 * Compares two recordings of one function and refuses what a graph would freeze: a constant or an attribute that
 * differs from one call to the next.
 */
export function compareRecordings(name: string, first: Recording, second: Recording): void {
  const [a, b] = [first.graph.laidDown, second.graph.laidDown];
  // First, since constants that differ may also have become more or fewer ops.
  compareConstants(name, first, second);
  a.forEach((laid, order) => {
    const again = b[order] as (typeof b)[number] | undefined;
    if (again?.op !== laid.op || again.attributes !== laid.attributes) {
      throw new Error(
        `${name} is not the same at every call: op ${order} is ${laid.op} at first and ${again?.op ?? "missing"} then, ` +
          "or has other attributes. A graph would freeze the first: branch on tensors with tf.where().",
      );
    }
  });
}

function compareConstants(name: string, first: Recording, second: Recording): void {
  first.constants.forEach(({ node, digest }, index) => {
    if (second.constants[index]?.digest === digest) return;
    const reader = first.graph.laidDown.find(({ inputs }) => inputs.includes(node))?.op ?? "no op";
    throw new Error(
      `${name} makes a constant of shape [${node.shape.join(", ")}], read by ${reader}, that differs from call to call; a ` +
        "graph would freeze it. Pass it as an argument, or make it a tf.variable().",
    );
  });
}
