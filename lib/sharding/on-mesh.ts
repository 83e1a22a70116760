import { isGpt, type Chain, type Gpt } from "../models";
import { refuseUnlike, type Copied } from "../strategy/compare";
import { rowsOfReplicas, sharesOf } from "../strategy/shares";
import type { Batch, Gradients, Loss, Part, PlacedModel, Rows, Sharding, Stored, Strategy } from "../strategy";
import { allReduce, nativeOp, tf, type Axis, type CaptureOptions, type Captured } from "../tensorflow/engine";
import { sizeOf, type Coordinates } from "./mesh-numbers";
import type { Mesh } from "./mesh";

/** A strategy whose devices share a model along axes of a mesh. */
interface OnMeshStrategy extends Omit<Strategy, "devices" | "replicas" | "dispose" | "sharding"> {
  readonly mesh: Mesh;
  /** The axes along which devices have rows of their own. */
  readonly rowAxes: readonly Axis[];
  readonly sharding: Omit<Sharding, "mesh">;
}

/** Fills in what a mesh says of a strategy. */
export function onMesh({ mesh, rowAxes, sharding, ...strategy }: OnMeshStrategy): Strategy & { readonly mesh: Mesh } {
  return {
    ...{ ...strategy, mesh, replicas: sizeOf(rowAxes), devices: mesh.deviceNames, team: mesh.team },
    communication: mesh.communication,
    sharding: { mesh: Object.fromEntries(mesh.axes.map(({ name, size }) => [name, size])), ...sharding },
    dispose: () => mesh.dispose(),
  };
}

/** A mesh's axes but some. */
export const axesBut = ({ axes }: Mesh, ...others: (Axis | undefined)[]): readonly Axis[] =>
  axes.filter((axis) => !others.includes(axis));

/** @throws one line when a model is no GPT. */
export function asGpt(model: Chain): Gpt {
  if (isGpt(model)) return model;
  throw new Error(
    `${model.name} has no layers or stages that devices could share: take a gpt model, or ZeRO (--zero, fullyShard).`,
  );
}

/** What all models that devices of a mesh share have in common. */
export abstract class ModelOnMesh implements PlacedModel {
  abstract readonly model: Chain;
  readonly kinds: number = 1;
  readonly leastRows: number = 1;
  readonly exchangesInside = true;

  constructor(
    readonly mesh: Mesh,
    protected readonly rowAxes: readonly Axis[],
  ) {}

  get size(): number {
    return this.mesh.size;
  }

  get lossCopies(): number {
    return 1;
  }

  get kindsHere(): number[] {
    return [...new Set(this.mesh.coordinates.map((place) => this.kindOf(place)))];
  }

  protected kindOf(_place: Coordinates): number {
    return 0;
  }

  abstract parts(kind: number): readonly Part[];
  abstract backward(kind: number, rows: Rows, loss: Loss, isAlone: boolean): Gradients;
  abstract evaluate(kind: number, rows: Rows, loss: Loss): tf.Scalar;
  abstract norm(kind: number, gradients: readonly tf.Tensor[]): tf.Scalar;
  abstract readonly stored: readonly Stored[];
  abstract storedSlot(kind: number, part: Part, slot: { what: string; variable: tf.Variable }): readonly Stored[];
  /** The variables of which devices have copies. */
  protected abstract readonly copies: readonly Copied[];
  abstract dispose(): void;

  gradientShapes(kind: number): number[][] {
    return this.parts(kind).map(({ variable: { shape } }) => shape);
  }

  reduce(_kind: number, gradients: readonly tf.Tensor[]): tf.Tensor[] {
    return this.sumOverRows(gradients);
  }

  update(): void {
    // The parts are all there is.
  }

  checkCopies(): void {
    refuseUnlike(this.copies, this.mesh.devices, this.mesh.team);
  }

  /** The sums over the devices that have other rows. @param axes Default: all along which rows are divided. */
  protected sumOverRows(gradients: readonly tf.Tensor[], axes = this.rowAxes): tf.Tensor[] {
    return sumAlong(gradients, axes, this.mesh.communication?.compression);
  }

  capture<I extends unknown[], R>(
    step: (kind: number, tensors: tf.Tensor[], ...inputs: I) => R,
    options: Omit<CaptureOptions, "device">,
  ): Captured<[batch: Batch, ...inputs: I], R> {
    return this.mesh.capture(
      (kind: number, _images: number, tensors: tf.Tensor[], ...inputs: I) => step(kind, tensors, ...inputs),
      // All processes capture a step for the same batches, see `CopiesStrategy.capture`.
      (place, batch: Batch, ...inputs: I) => [this.kindOf(place), batch.images, this.ownRows(place, batch), ...inputs],
      options,
    );
  }

  rowsOf(images: number): [from: number, to: number] {
    const ranges = this.mesh.coordinates.map((place) => this.rowsAt(place, images));
    return [Math.min(...ranges.map(([from]) => from)), Math.max(...ranges.map(([, to]) => to))];
  }

  /** Devices with the same place on all axes along which rows are divided have the same rows. */
  private rowsAt(place: Coordinates, images: number): [from: number, to: number] {
    const index = this.rowAxes.reduce((number, { name, size }) => number * size + place[name], 0);
    return rowsOfReplicas(sharesOf(images, sizeOf(this.rowAxes)), index, 1);
  }

  private ownRows(place: Coordinates, { tensors, images }: Batch): tf.Tensor[] {
    const [from, to] = this.rowsAt(place, images);
    return tensors.map((tensor) => {
      const [length, ...rest] = tensor.shape;
      const first = length === images ? 0 : this.rowsOf(images)[0];
      return tf.slice(tensor, [from - first, ...rest.map(() => 0)], [to - from, ...rest]);
    });
  }
}

/** The sum of tensors over devices along some axes. */
export function sumAlong<T extends tf.Tensor>(
  tensors: readonly T[],
  axes: readonly Axis[],
  compression?: Mesh["communication"]["compression"],
): T[] {
  return axes.reduce<T[]>((sums, along) => allReduce(sums, { along, compression }), [...tensors]);
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
