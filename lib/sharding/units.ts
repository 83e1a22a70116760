import { tf, type Axis } from "../tensorflow";
import type { Weight } from "../models";
import type { Mesh } from "./mesh";
import type { Stored } from "../strategy";
import { shard, ShardedVariable } from "./sharded-variable";

/** Weights of equal kind that are kept, gathered, and updated together, one after another in one long tensor. */
export class FlatWeights {
  /** Each device's part of the long tensor; of matrices it has two dimensions, so that an optimizer decays it. */
  readonly parts: ShardedVariable;
  private readonly sizes: readonly number[];

  constructor(
    readonly name: string,
    readonly weights: readonly Weight[],
    private readonly mesh: Mesh,
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

  /** A variable of the parts' shape, such as an optimizer's mean, that lies on the devices as they do. */
  alongside(variable: tf.Variable): ShardedVariable {
    return new ShardedVariable(this.mesh, { of: variable, shape: this.parts.shape }, { [this.along.name]: 0 });
  }

  /**
   * The weights, or what an optimizer keeps for each of them, as tensors of their own shapes: another mesh, which lays other weights one
   * after another, can load them.
   * @param what Is put behind the weights' names.
   */
  stored(flat: ShardedVariable, what?: string): Stored[] {
    const given = new Map<number, tf.Tensor>();
    let gathered: { reading: object; values: ReturnType<ShardedVariable["data"]>; left: number } | undefined;
    const valuesFor = (reading: object): ReturnType<ShardedVariable["data"]> => {
      if (gathered?.reading !== reading) gathered = { reading, values: flat.data(), left: this.weights.length };
      const { values } = gathered;
      gathered.left -= 1;
      if (gathered.left === 0) gathered = undefined;
      return values;
    };
    return this.weights.map(({ name, variable: { shape, size, dtype } }, index) => {
      const from = this.sizes.slice(0, index).reduce((sum, each) => sum + each, 0);
      const variable = {
        ...{ shape, size, dtype },
        data: async (reading?: object) => (await (reading ? valuesFor(reading) : flat.data())).slice(from, from + size),
        // The devices get their parts when the last of the weights is there.
        assign: (value: tf.Tensor) => {
          given.set(index, tf.keep(value.clone()));
          if (given.size < this.weights.length) return;
          tf.tidy(() => {
            flat.assign(this.flattened(this.weights.map((_, place) => given.get(place)!)).reshape(flat.shape));
          });
          tf.dispose([...given.values()]);
          given.clear();
        },
        dispose: () => flat.dispose(),
      };
      return { name: what === undefined ? name : `${name}/${what}`, variable };
    });
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
