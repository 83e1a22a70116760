import type { Recording } from "./recording";

/**
 * Compares two recordings of one function and refuses constants and attributes that differ from one call to the next, which
 * a graph would freeze.
 */
export function compareRecordings(name: string, first: Recording, second: Recording): void {
  // Constants come first, since a constant that differs may also change the number of ops.
  compareConstants(name, first, second);
  first.graph.operations.forEach(({ op, attributes }, order) => {
    const repeated = second.graph.operations.at(order);
    if (repeated?.op !== op || JSON.stringify(repeated.attributes) !== JSON.stringify(attributes)) {
      throw new Error(
        `${name} is not the same at every call: op ${order} is ${op} at first and ${repeated?.op ?? "missing"} then, ` +
          "or has other attributes. A graph would freeze the first: branch on tensors with tf.where().",
      );
    }
  });
}

function compareConstants(name: string, first: Recording, second: Recording): void {
  first.constants.forEach(({ node, digest }, index) => {
    if (second.constants[index]?.digest === digest) return;
    const reader = first.graph.operations.find(({ inputs }) => inputs.includes(node))?.op ?? "no op";
    throw new Error(
      `${name} makes a constant of shape [${node.shape.join(", ")}], read by ${reader}, that differs from call to call; a ` +
        "graph would freeze it. Pass it as an argument, or make it a tf.variable().",
    );
  });
}
