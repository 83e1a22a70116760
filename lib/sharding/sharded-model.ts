import { allReduce, nativeOp, tf, type Axis } from "../tensorflow";
import type { Coordinates } from "./mesh-numbers";
import type { Mesh } from "./mesh";
import type { ShardedVariable } from "./sharded-variable";

/** What an optimizer updates on a device. */
export interface Part {
  name: string;
  variable: tf.Variable;
  /** How many devices that work on the same rows keep the same numbers. */
  copies: number;
}

/** Rows of tokens, and those that follow each of them: int32, [rows, tokens]. */
export interface Rows {
  tokens: tf.Tensor2D;
  targets: tf.Tensor2D;
}

/** Computes rows' part of the loss over all rows of an update, of their logits: [rows · tokens, vocabulary]. */
export type Loss = (logits: tf.Tensor2D, targets: tf.Tensor2D) => tf.Scalar;

/** The result of a pass forward and backward. */
export interface Gradients {
  /** The loss over the rows of all devices, on each of them. */
  value: tf.Scalar;
  /** One for each part, over the rows of all devices. */
  gradients: tf.Tensor[];
}

/** A model whose training is divided among the devices of a mesh. */
export interface ShardedModel {
  readonly mesh: Mesh;
  /** The axes along which devices have rows of their own. */
  readonly rowAxes: readonly Axis[];
  /** How many kinds of devices there are in all processes: devices of a kind have parts of the same weights. */
  readonly kinds: number;
  kindOf(place: Coordinates): number;
  parts(kind: number): readonly Part[];
  /** Call it inside a captured step of the mesh, whose recording is one kind's. */
  backward(kind: number, rows: Rows, loss: Loss): Gradients;
  /** Call it after the optimizer's update. */
  update(): void;
  /** The global norm of gradients, of which each device has some. */
  norm(kind: number, gradients: readonly tf.Tensor[]): tf.Scalar;
  /** The whole weights by their names, for checkpoints. */
  readonly stored: readonly Stored[];
  /** For checkpoints, too: what an optimizer keeps for a part, such as a mean, as whole tensors named `<weight>/<what>`. */
  storedSlot(kind: number, part: Part, slot: { what: string; variable: tf.Variable }): readonly Stored[];
  /** Frees the weights, those of the model that was divided among them. */
  dispose(): void;
}

/** A whole tensor of which devices have parts. */
export interface Stored {
  name: string;
  variable: Pick<ShardedVariable, "shape" | "size" | "dtype" | "data" | "assign" | "dispose">;
}

/** The sum of tensors over devices along some axes. */
export function sumAlong<T extends tf.Tensor>(tensors: readonly T[], axes: readonly Axis[]): T[] {
  return axes.reduce<T[]>((sums, along) => allReduce(sums, { along }), [...tensors]);
}

/** @param axes Those along which devices have different parts. */
export function normOf(parts: readonly Part[], gradients: readonly tf.Tensor[], axes: readonly Axis[]): tf.Scalar {
  // L2Loss is half of the sum of the squares, without a tensor of that size.
  const halves = gradients.map((gradient, index) =>
    tf.div(nativeOp("L2Loss", { T: { type: "float32" } }, [gradient])[0], parts[index].copies),
  );
  const [sum] = sumAlong([tf.addN(halves)], axes);
  return tf.sqrt(tf.mul<tf.Scalar>(sum, 2));
}
