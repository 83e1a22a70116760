import type { Chain } from "../models";
import { allReduce, nativeOp, tf, type Axis } from "../tensorflow/engine";
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

/** Rows of a batch: tokens and those that follow each of them (int32, [rows, tokens]), or images and their classes ([rows, 1]). */
export interface Rows {
  inputs: tf.Tensor;
  targets: tf.Tensor;
}

/** Computes rows' part of the loss over all rows of an update, of their logits: [labels, classes]. */
export type Loss = (logits: tf.Tensor2D, targets: tf.Tensor) => tf.Scalar;

/** The result of a pass forward and backward. */
export interface Gradients {
  /** The loss over this device's own rows; 0 where another device computes it. */
  value: tf.Scalar;
  /** One for each part, over the rows of all devices. */
  gradients: tf.Tensor[];
}

/** How a model is divided, for run records. */
export interface Sharding {
  /** `zero-3`, `tensor` or `pipeline`. */
  name: string;
  /** How much of the training state is divided. */
  zero?: 1 | 2 | 3;
  /** Whether devices that share layers share the tokens between them, too. */
  sequence?: boolean;
  stages?: number;
  microbatches?: number;
  schedule?: "gpipe" | "1f1b" | "own";
}

/** A model whose training is divided among the devices of a mesh. */
export interface ShardedModel {
  /** The model that is divided. */
  readonly model: Chain;
  readonly sharding: Sharding;
  readonly mesh: Mesh;
  /** The axes along which devices have rows of their own. */
  readonly rowAxes: readonly Axis[];
  /** How many devices compute the loss of the same rows. */
  readonly lossCopies: number;
  /** The fewest rows that a device can work on. */
  readonly leastRows: number;
  /** How many kinds of devices there are in all processes: devices of a kind have parts of the same weights. */
  readonly kinds: number;
  kindOf(place: Coordinates): number;
  parts(kind: number): readonly Part[];
  /** Call it inside a captured step of the mesh, whose recording is one kind's. */
  backward(kind: number, rows: Rows, loss: Loss): Gradients;
  /** The loss over this device's own rows as after the training, see {@link Gradients}. Like `backward`, it belongs inside a captured step. */
  evaluate(kind: number, rows: Rows, loss: Loss): tf.Scalar;
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
  variable: Pick<ShardedVariable, "shape" | "size" | "dtype" | "assign" | "dispose"> & {
    /** The values. @param reading What is read with the same one is gathered together, where devices keep it together. */
    data(reading?: object): ReturnType<ShardedVariable["data"]>;
  };
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
