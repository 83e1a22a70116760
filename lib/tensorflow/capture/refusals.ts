import type { Node } from "./graph";

// What a function may not do while it is recorded.

/** Is thrown when the function makes a variable while it is recorded, as an optimizer does at its first step. */
export class NewVariable extends Error {
  constructor(name = "without a name") {
    super(`A captured step cannot create variables (${name}) but at its first call: create them before.`);
  }
}

export function unknownTensor(op: string): never {
  throw new Error(`${op} was given a tensor that the captured step does not know.`);
}

/** Only a gradient op may take a result of unknown shape, such as FusedBatchNormV3's output for its gradient, whose shape depends on the device. */
export function refuseUnknownShape(node: Node, reader: string): void {
  if (node.shape.every((size) => size >= 0) || reader.includes("Grad")) return;
  throw new Error(
    `${node.op} cannot be captured: the shape of its result depends on values. Run it outside of the step.`,
  );
}

/** @throws one line if a tensor's memory is no longer there. */
export function refuseDisposed(tensor: { shape: readonly number[]; isDisposed?: boolean }): void {
  if (!tensor.isDisposed) return;
  throw new Error(
    `A tensor of shape [${tensor.shape.join(", ")}] that a captured step was given, uses or returns has been disposed: keep it with ` +
      "tf.keep(), or make it again.",
  );
}

/** @throws one line if a tensor has no values but in the graph of a step. @param id Its number in the backend. */
export function refuseKept(id: number): void {
  if (id < -1) throw new Error("A tensor of one captured step was kept and used in another: return it instead.");
}

export function refuseReading(op: string | undefined): never {
  throw new Error(
    `The value of ${op === undefined ? "a tensor from outside" : `the result of ${op}`} was read inside a captured ` +
      "step, where tensors have no values yet: return the tensor and read it after the step, or choose with tf.where().",
  );
}
