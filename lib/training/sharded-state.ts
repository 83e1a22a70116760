import type { ShardedModel, Stored } from "../sharding";
import { forget, tf } from "../tensorflow/engine";
import type { LossScale } from "./loss-scale";
import type { BoundOptimizer, Optimizer } from "./optimizer";

/** What devices of one kind keep beside the weights: the optimizer's numbers, and sums of gradients where an update has several batches. */
interface KindState {
  bound: BoundOptimizer;
  sums: tf.Variable[];
}

interface StateOptions {
  optimizer: Optimizer;
  /** The most batches of an update. Default 1. */
  batches?: number;
  /** With `mixed_float16`. */
  lossScale?: LossScale;
}

/** All numbers of the training of a model that is divided among devices. */
export class ShardedState {
  readonly batches: number;
  readonly lossScale?: LossScale;
  readonly kinds: readonly KindState[];
  private wholes?: Stored[];

  constructor(
    readonly model: ShardedModel,
    private readonly options: StateOptions,
  ) {
    this.batches = options.batches ?? 1;
    this.lossScale = options.lossScale;
    this.kinds = Array.from({ length: model.kinds }, (_, kind) => this.stateOf(kind));
  }

  /** The weights, and what else a training goes on with, as whole tensors for checkpoints that any mesh can load. */
  get stored(): readonly Stored[] {
    if (this.wholes) return this.wholes;
    const all = this.kinds.flatMap(({ bound }, kind) => this.storedSlots(kind, bound));
    const names = [...new Set(all.map(({ name }) => name))];
    const slots = names.map((name): Stored => {
      const equal = all.filter((each) => each.name === name).map(({ variable }) => variable);
      const [{ shape, size, dtype }] = equal;
      const dispose = (): void => equal.forEach((variable) => variable.dispose());
      const assign = (value: tf.Tensor): void => equal.forEach((variable) => variable.assign(value));
      return { name, variable: { shape, size, dtype, assign, dispose, data: (reading) => equal[0].data(reading) } };
    });
    return (this.wholes = [...this.model.stored, ...slots, ...(this.lossScale?.variables ?? [])]);
  }

  /** The kinds of this process's devices. */
  get kindsHere(): number[] {
    return [...new Set(this.model.mesh.coordinates.map((place) => this.model.kindOf(place)))];
  }

  /** Frees all but the model and the loss scale. */
  dispose(): void {
    const weights = this.model.stored.length;
    this.wholes
      ?.slice(weights, this.wholes.length - (this.lossScale?.variables.length ?? 0))
      .forEach(({ variable }) => variable.dispose());
    this.kinds.forEach(({ bound, sums }) => {
      bound.dispose();
      tf.dispose(sums);
    });
  }

  private stateOf(kind: number): KindState {
    const { model, batches } = this;
    const parts = model.parts(kind);
    const bound = this.options.optimizer.bind(parts, (gradients) => model.norm(kind, gradients));
    const zeros = (): tf.Variable[] =>
      tf.tidy(() => parts.map(({ variable: { shape } }) => tf.variable(tf.zeros(shape), false)));
    const sums = batches > 1 ? zeros() : [];
    if (!this.kindsHere.includes(kind)) {
      // Another process has these: only their names are needed here.
      [...bound.slots.map(({ variable }) => variable), ...sums].forEach((variable) => {
        if (variable.rank > 0) forget(variable);
      });
    }
    return { bound, sums };
  }

  private storedSlots(kind: number, { slots }: BoundOptimizer): Stored[] {
    const parts = this.model.parts(kind);
    return slots.flatMap(({ name, variable }): readonly Stored[] => {
      const part = parts.find((each) => name.startsWith(`${each.name}/`));
      // A number for all parts, such as how many updates there were: only where there are devices of the kind is it counted.
      if (!part) return [{ name, variable: this.kindsHere.includes(kind) ? variable : this.ofKindHere(name) }];
      return this.model.storedSlot(kind, part, { what: name.slice(part.name.length + 1), variable });
    });
  }

  private ofKindHere(slot: string): tf.Variable {
    const { bound } = this.kinds[this.kindsHere[0]];
    return bound.slots.find(({ name }) => name === slot)!.variable; // optimizers keep the same for all parts
  }
}
