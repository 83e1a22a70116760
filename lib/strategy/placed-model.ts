import type { Chain } from "../models";
import type { CaptureOptions, Captured, tf } from "../tensorflow/engine";

/** A batch in one process. */
export interface Batch {
  /** The rows of this process's devices, or those of all; each tensor's first axis counts images. */
  tensors: tf.Tensor[];
  /** The number of images of the whole batch, over all devices of all processes. */
  images: number;
}

/** What an optimizer updates on a device. */
export interface Part {
  name: string;
  variable: tf.Variable;
  /** How many devices that work on the same rows keep the same numbers. */
  copies: number;
}

/** Rows of a batch: images, or tokens (int32, [rows, tokens]); and the classes, or the tokens that follow, in one dimension. */
export interface Rows {
  inputs: tf.Tensor;
  labels: tf.Tensor1D;
  /** 1 for each label that counts, and 0 for those of rows that are filled in. Default: all count. */
  counts?: tf.Tensor1D;
}

/** Computes rows' part of the loss over all rows of an update, of their logits: [labels, classes]. */
export type Loss = (logits: tf.Tensor2D, rows: Pick<Rows, "labels" | "counts">) => tf.Scalar;

/** The result of a pass forward and backward over a device's own rows. */
export interface Gradients {
  /** The loss; 0 where another device computes it. */
  value: tf.Scalar;
  /** Of the shapes in `PlacedModel.gradientShapes`; or what `reduce` gives, where they have been reduced. */
  gradients: tf.Tensor[];
  areReduced?: boolean;
}

/** A whole tensor, of which devices may have parts. */
export interface Stored {
  name: string;
  variable: Pick<tf.Variable, "shape" | "size" | "dtype"> & {
    assign(value: tf.Tensor): void;
    dispose(): void;
    /** The values. @param reading What is read with the same one is gathered together, where devices keep it together. */
    data(reading?: object): Promise<Float32Array | Int32Array | Uint8Array>;
  };
}

/**
 * A model on the devices that train it: copies of it, or its shards and stages. Devices of a kind have parts of the same weights; copies
 * are all of one kind.
 */
export interface PlacedModel {
  readonly model: Chain;
  /** The number of devices in all processes. */
  readonly size: number;
  readonly kinds: number;
  /** The kinds of this process's devices. */
  readonly kindsHere: readonly number[];
  /** How many devices compute the loss of the same rows. */
  readonly lossCopies: number;
  /** The fewest rows that a device computes with. */
  readonly leastRows: number;
  /** Whether devices wait for each other inside a pass: then what follows it must not begin before its end. */
  readonly exchangesInside: boolean;
  parts(kind: number): readonly Part[];
  /** The shapes of what `backward` gives; several of them can be added up before `reduce`. */
  gradientShapes(kind: number): number[][];
  /**
   * This and the next three belong inside a captured step, whose recording is one kind's.
   * @param isAlone Whether these gradients make an update by themselves. They may be reduced at once then, where devices hold less for it.
   */
  backward(kind: number, rows: Rows, loss: Loss, isAlone: boolean): Gradients;
  /** Adds up over the rows of all devices. @returns one gradient for each part. */
  reduce(kind: number, gradients: readonly tf.Tensor[]): tf.Tensor[];
  /** Follows the optimizer's update. */
  update(): void;
  /** The loss over this device's own rows as after the training; 0 where another device computes it. */
  evaluate(kind: number, rows: Rows, loss: Loss): tf.Scalar;
  /** The global norm of the parts' gradients, where other devices have others. Default: these are all. */
  norm?(kind: number, gradients: readonly tf.Tensor[]): tf.Scalar;
  /** The whole weights by their names, for checkpoints. */
  readonly stored: readonly Stored[];
  /** For checkpoints, too: what an optimizer keeps for a part, such as a mean, as whole tensors named `<weight>/<what>`. */
  storedSlot(kind: number, part: Part, slot: { what: string; variable: tf.Variable }): readonly Stored[];
  /** Makes sure that all copies of a weight have the same bits. @throws one line that names the first that differs, and where. */
  checkCopies(): void;
  /** The rows of a batch that this process's devices need: from `from` up to, but not including, `to`. */
  rowsOf(images: number): [from: number, to: number];
  /** Makes one graph of a step for all devices of this process. Each gets its own rows of the batch, which may be none. */
  capture<I extends unknown[], R>(
    step: (kind: number, tensors: tf.Tensor[], ...inputs: I) => R,
    options: Omit<CaptureOptions, "device">,
  ): Captured<[batch: Batch, ...inputs: I], R>;
  /** Frees the parts; the model itself is its owner's. */
  dispose(): void;
}
