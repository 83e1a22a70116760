import { allGather, allReduce, forget, placeParts, tf, type Axis, type Captured } from "../tensorflow/engine";
import type { Coordinates } from "./mesh-numbers";
import type { Mesh } from "./mesh";

/** Which dimension of a tensor each axis cuts into parts of equal length: `{ tensor: 1 }`. Axes that are not named hold copies. */
export type Cut = Readonly<Record<string, number>>;

/** How a tensor lies on a mesh. */
export interface ShardOptions {
  /**
   * The shape in which it is cut, of as many elements. A part has the rank of the whole, its last dimensions being one again: with
   * a view of [8, 3, 8], a tensor of shape [8, 24] is cut into parts of shape [8, 12] that hold half of each third. Default: its shape.
   */
  view?: readonly number[];
  /** The only places that have it: those with the coordinates of one of these. Default: all. */
  only?: readonly Coordinates[];
}

/** An axis that cuts, and the dimension that it cuts. */
interface Step {
  along: Axis;
  dimension: number;
}

/**
 * A tensor of which every device of a mesh holds its part. From outside it looks like a variable of the whole shape, so that
 * checkpoints hold whole tensors, which any other mesh can load; inside a captured step of the mesh, `part` is the device's own.
 */
export class ShardedVariable {
  /** The part of the device whose step reads or changes it. */
  readonly part: tf.Variable;
  readonly shape: number[];
  private readonly view: readonly number[];
  private readonly steps: readonly Step[];
  private readonly only: readonly Coordinates[];
  private readonly isOwn: boolean;
  private whole?: Captured<[], tf.Tensor>;

  /**
   * @param value The whole; or a variable whose values on the devices are the parts already, and the shape of the whole.
   * @throws one line when an axis is unknown, or cuts a dimension into parts that are not equally long.
   */
  constructor(
    private readonly mesh: Mesh,
    value: tf.Tensor | { of: tf.Variable; shape: number[] },
    cut: Cut = {},
    { view = value.shape, only = [{}] }: ShardOptions = {},
  ) {
    this.shape = value.shape;
    this.view = view;
    this.only = only;
    this.steps = Object.entries(cut).map(([name, dimension]) => ({ along: mesh.axis(name), dimension }));
    this.refuseUneven();
    this.isOwn = !("of" in value);
    if ("of" in value) {
      this.part = value.of;
    } else {
      this.part = tf.tidy(() => tf.variable(this.partAt(mesh.coordinates[0], value)));
      this.assign(value);
    }
  }

  get dtype(): tf.DataType {
    return this.part.dtype;
  }

  /** The number of elements of the whole. */
  get size(): number {
    return this.shape.reduce((product, length) => product * length, 1);
  }

  /** Gives every device of this process its part. @param value The whole. */
  assign(value: tf.Tensor): void {
    const { coordinates, devices } = this.mesh;
    const having = coordinates.flatMap((place, index) =>
      this.only.some((each) => agree(each, place)) ? [{ place, device: devices[index] }] : [],
    );
    if (having.length === 0) {
      forget(this.part);
      return;
    }
    tf.tidy(() => {
      const parts = having.map(({ place }) => this.partAt(place, value));
      placeParts(
        this.part,
        having.map(({ device }) => device),
        parts,
      );
    });
  }

  /** The values of the whole. All processes of the mesh must ask for them, in the same order. */
  async data(): Promise<Float32Array | Int32Array | Uint8Array> {
    this.whole ??= this.mesh.capture(
      (isSource: boolean) => this.everywhere(isSource ? this.gathered() : tf.zeros(this.shape, this.dtype)),
      (place) => [agree(this.only[0], place)],
      { name: "whole" },
    );
    const whole = this.whole();
    try {
      return await whole.data();
    } finally {
      whole.dispose();
    }
  }

  /** See `Copied`. */
  get groups(): (string | undefined)[] {
    const ofPlace = (place: Coordinates): string =>
      this.steps.map(({ along: { name } }) => `part ${place[name]} along ${name}`).join(", ");
    return this.mesh.coordinates.map((place) =>
      this.only.some((each) => agree(each, place)) ? ofPlace(place) : undefined,
    );
  }

  /** Frees the parts, if they were cut here. */
  dispose(): void {
    this.whole?.dispose();
    this.whole = undefined;
    if (this.isOwn) this.part.dispose();
  }

  private gathered(): tf.Tensor {
    const viewed = this.part.reshape(this.viewOfPart());
    return [...this.steps]
      .reverse()
      .reduce<tf.Tensor>((x, step) => allGather(x, step), viewed)
      .reshape(this.shape);
  }

  /** Of those at one place along the axes that tell who has it, to all others. */
  private everywhere(whole: tf.Tensor): tf.Tensor {
    return Object.keys(this.only[0]).reduce((x, name) => allReduce([x], { along: this.mesh.axis(name) })[0], whole);
  }

  private viewOfPart(): number[] {
    const shape = [...this.view];
    for (const { along, dimension } of this.steps) shape[dimension] /= along.size;
    return shape;
  }

  private partAt(place: Coordinates, value: tf.Tensor): tf.Tensor {
    const part = this.steps.reduce(
      (x, { along, dimension }) => tf.split(x, along.size, dimension)[place[along.name]],
      value.reshape([...this.view]),
    );
    const { rank } = value;
    if (rank === 0) return part;
    const last = part.shape.slice(rank - 1).reduce((product, length) => product * length, 1);
    return part.reshape([...part.shape.slice(0, rank - 1), last]);
  }

  private refuseUneven(): void {
    const shape = [...this.view];
    for (const { along, dimension } of this.steps) {
      const length = shape[dimension];
      if (length === undefined || length % along.size !== 0) {
        throw new Error(
          `Dimension ${dimension} of a tensor of shape [${this.view.join(", ")}] cannot be cut into ${along.size} parts along ` +
            `${along.name}: make its length a multiple of ${along.size}.`,
        );
      }
      shape[dimension] = length / along.size;
    }
  }
}

const agree = (some: Coordinates, place: Coordinates): boolean =>
  Object.entries(some).every(([name, index]) => place[name] === index);

/**
 * Cuts a tensor into parts, one for each device along the axes that are named.
 * @example const kernel = shard(grid, value, { tensor: 1 }); // each device has some of the columns
 */
export const shard = (mesh: Mesh, value: tf.Tensor, cut?: Cut, options?: ShardOptions): ShardedVariable =>
  new ShardedVariable(mesh, value, cut, options);
