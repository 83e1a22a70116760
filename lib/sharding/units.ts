import { tf, type Axis } from "../tensorflow";
import type { Weight } from "../models";
import type { Mesh } from "./mesh";
import { shard, type ShardedVariable } from "./sharded-variable";

/** Weights of equal kind that are kept, gathered, and updated together, one after another in one long tensor. */
export class FlatWeights {
  /** Each device's part of the long tensor; of matrices it has two dimensions, so that an optimizer decays it. */
  readonly parts: ShardedVariable;
  private readonly sizes: readonly number[];

  constructor(
    readonly name: string,
    readonly weights: readonly Weight[],
    mesh: Mesh,
    private readonly along: Axis,
  ) {
    this.sizes = weights.map(({ variable }) => variable.size);
    const values = tf.tidy(() => {
      const flat = this.flattened(weights.map(({ variable }) => variable));
      return this.isOfMatrices ? flat.expandDims(1) : flat;
    });
    this.parts = shard(mesh, values, { [along.name]: 0 });
    values.dispose();
  }

  private get isOfMatrices(): boolean {
    return this.weights[0].variable.rank > 1;
  }

  /** The weights one after another, and zeros up to a multiple of the devices. */
  flattened(tensors: readonly tf.Tensor[]): tf.Tensor1D {
    const total = this.sizes.reduce((sum, size) => sum + size, 0);
    const missing = (this.along.size - (total % this.along.size)) % this.along.size;
    const flat = tensors.map((tensor) => tensor.reshape<tf.Tensor1D>([-1]));
    return tf.concat1d(missing > 0 ? [...flat, tf.zeros<tf.Rank.R1>([missing])] : flat);
  }

  /** A flat tensor in the shape of a device's part. */
  asPart(flat: tf.Tensor): tf.Tensor {
    return flat.reshape(this.parts.part.shape);
  }

  /** The reverse of {@link flattened}: a tensor for each weight. */
  separated(flat: tf.Tensor): tf.Tensor[] {
    const total = this.sizes.reduce((sum, size) => sum + size, 0);
    const whole = flat.reshape<tf.Tensor1D>([-1]);
    const rest = whole.size - total;
    const pieces = tf.split(whole, rest > 0 ? [...this.sizes, rest] : [...this.sizes]);
    return this.weights.map(({ variable }, index) => pieces[index].reshape(variable.shape));
  }
}

/** A part of a model whose weights are gathered together: matrices, which optimizers decay, and the rest. */
export class Unit {
  readonly flats: readonly FlatWeights[];

  constructor(name: string, weights: readonly Weight[], mesh: Mesh, along: Axis) {
    const kinds = [
      weights.filter(({ variable }) => variable.rank > 1),
      weights.filter(({ variable }) => variable.rank <= 1),
    ];
    this.flats = kinds
      .filter((kind) => kind.length > 0)
      .map((kind, index) => new FlatWeights(`${name}/${index === 0 ? "matrices" : "vectors"}`, kind, mesh, along));
  }

  get weights(): Weight[] {
    return this.flats.flatMap(({ weights }) => weights);
  }
}
