import { allGather, placeParts, tf, type Axis, type Captured } from "../tensorflow";
import type { Coordinates } from "./mesh-numbers";
import type { Mesh } from "./mesh";

/** Which dimension of a tensor each axis cuts into parts of equal length: `{ tensor: 1 }`. Axes that are not named hold copies. */
export type Cut = Readonly<Record<string, number>>;

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
  private readonly steps: readonly Step[];
  private whole?: Captured<[], tf.Tensor>;

  /** @throws one line when an axis is unknown, or cuts a dimension into parts that are not equally long. */
  constructor(
    private readonly mesh: Mesh,
    value: tf.Tensor,
    cut: Cut = {},
  ) {
    this.shape = value.shape;
    this.steps = Object.entries(cut).map(([name, dimension]) => ({ along: mesh.axis(name), dimension }));
    this.refuseUneven();
    this.part = tf.tidy(() => tf.variable(this.partAt(mesh.coordinates[0], value)));
    this.assign(value);
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
    tf.tidy(() => {
      const parts = coordinates.map((place) => this.partAt(place, value));
      placeParts(this.part, devices, parts);
    });
  }

  /** The values of the whole. All processes of the mesh must ask for them, in the same order. */
  async data(): Promise<Float32Array | Int32Array | Uint8Array> {
    this.whole ??= this.mesh.capture(
      () => [...this.steps].reverse().reduce<tf.Tensor>((x, step) => allGather(x, step), this.part.clone()),
      () => [],
      { name: "whole" },
    );
    const whole = this.whole();
    try {
      return await whole.data();
    } finally {
      whole.dispose();
    }
  }

  dispose(): void {
    this.whole?.dispose();
    this.part.dispose();
  }

  private partAt(place: Coordinates, value: tf.Tensor): tf.Tensor {
    return this.steps.reduce(
      (x, { along, dimension }) => tf.split(x, along.size, dimension)[place[along.name]],
      value.clone(),
    );
  }

  private refuseUneven(): void {
    const shape = [...this.shape];
    for (const { along, dimension } of this.steps) {
      const length = shape[dimension];
      if (length === undefined || length % along.size !== 0) {
        throw new Error(
          `Dimension ${dimension} of a tensor of shape [${this.shape.join(", ")}] cannot be cut into ${along.size} parts along ` +
            `${along.name}: make its length a multiple of ${along.size}.`,
        );
      }
      shape[dimension] = length / along.size;
    }
  }
}

/**
 * Cuts a tensor into parts, one for each device along the axes that are named.
 * @example const kernel = shard(grid, value, { tensor: 1 }); // each device has some of the columns
 */
export const shard = (mesh: Mesh, value: tf.Tensor, cut: Cut): ShardedVariable => new ShardedVariable(mesh, value, cut);

/** A copy of a tensor on every device of a mesh. */
export const replicate = (mesh: Mesh, value: tf.Tensor): ShardedVariable => new ShardedVariable(mesh, value);
