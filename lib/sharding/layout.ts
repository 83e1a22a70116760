import type { Gpt, Pass, Weight } from "../models";
import { forget, tf } from "../tensorflow/engine";
import type { Coordinates } from "./mesh-numbers";
import type { Mesh } from "./mesh";
import type { Part, Stored } from "../strategy";
import type { Copied } from "../strategy/compare";
import { shard, ShardedVariable, type Cut, type ShardOptions } from "./sharded-variable";

/** How a weight lies on a mesh. */
export interface Lay extends ShardOptions {
  cut: Cut;
}

/** A model's weights on the devices of a mesh, in the place of its own variables, whose memory is freed. */
export class Layout {
  private readonly lays: ReadonlyMap<Weight, Lay>;
  private readonly variables: ReadonlyMap<Weight, ShardedVariable>;
  private readonly byVariable: ReadonlyMap<tf.Variable, ShardedVariable>;

  constructor(
    private readonly mesh: Mesh,
    model: Gpt,
    layOf: (weight: Weight) => Lay,
  ) {
    this.lays = new Map(model.weights.map((weight) => [weight, layOf(weight)]));
    this.variables = new Map(model.weights.map((weight) => [weight, this.lay(weight, weight.variable)]));
    this.byVariable = new Map(Array.from(this.variables, ([{ variable }, sharded]) => [variable, sharded]));
    model.weights.forEach(({ variable }) => forget(variable));
  }

  /** What stands for a weight in a step. */
  readonly of: NonNullable<Pass["of"]> = <R extends tf.Rank>(weight: tf.Variable<R>): tf.Tensor<R> =>
    this.byVariable.get(weight)!.part as tf.Variable<R>; // every weight has been laid

  partOf(weight: Weight): tf.Variable {
    return this.variables.get(weight)!.part;
  }

  /** @param along Axes along which devices work on the same rows. */
  part(weight: Weight, along: readonly string[]): Part {
    const { cut, only = [{}] } = this.lays.get(weight)!;
    const named = Object.keys(only[0]);
    const copies = along
      .filter((name) => !(name in cut) && !named.includes(name))
      .reduce((product, name) => product * this.mesh.axis(name).size, only.length);
    return { name: weight.name, variable: this.partOf(weight), copies };
  }

  get copies(): Copied[] {
    return Array.from(this.variables, ([{ name }, { part, groups }]) => ({ name, variable: part, groups }));
  }

  get stored(): Stored[] {
    return Array.from(this.variables, ([{ name }, variable]) => ({ name, variable }));
  }

  /**
   * A variable that lies like a weight, such as an optimizer's mean, as a whole.
   * @param only The places that have it, if not all those of the weight.
   */
  storedSlot({ name, variable }: Part, slot: { what: string; variable: tf.Variable }, only?: Coordinates): Stored {
    const [weight, like] = [...this.variables].find(([, { part }]) => part === variable)!; // a part of this layout
    const { cut, ...options } = this.lays.get(weight)!;
    const value = { of: slot.variable, shape: like.shape };
    const lies = { ...options, ...(only && { only: [only] }) };
    return { name: `${name}/${slot.what}`, variable: new ShardedVariable(this.mesh, value, cut, lies) };
  }

  dispose(): void {
    this.variables.forEach((variable) => variable.dispose());
  }

  private lay(weight: Weight, value: tf.Tensor): ShardedVariable {
    const { cut, ...options } = this.lays.get(weight)!;
    return shard(this.mesh, value, cut, options);
  }
}
