import type { Coordinates, Loss, Rows, ShardedModel, Stored } from "../sharding";
import { sharesOf } from "../strategy/shares";
import { forget, increase, tf, type Captured } from "../tensorflow";
import { sparseSoftmaxCrossEntropy } from "../tensorflow/ops";
import type { BoundOptimizer, Optimizer } from "./optimizer";

/** The scalars of an update, as inputs of its step. */
interface Numbers {
  rate: tf.Scalar;
  /** Tokens of all rows of the update. */
  tokens: tf.Scalar;
}

type Step = Captured<[tokens: tf.Tensor2D, targets: tf.Tensor2D, numbers: Numbers], tf.Scalar>;

/** What an optimizer keeps for the devices of one kind, and the sums of gradients where an update has several batches. */
interface KindState {
  bound: BoundOptimizer;
  sums: tf.Variable[];
}

interface ShardedTrainingOptions {
  optimizer: Optimizer;
  /** The most batches of an update, whose gradients are added up. Default 1. */
  accumulate?: number;
  /** How many updates the weights and the optimizer's variables that will be loaded have behind them. Default 0. */
  updates?: number;
}

/**
 * Trains a model that is divided among the devices of a mesh, on the mean loss over all tokens of an update. All processes of the mesh
 * call the same methods with the same batches, of which each device takes its rows.
 */
export class ShardedTraining {
  private readonly states: readonly KindState[];
  private readonly update: Step;
  private readonly add: Step;
  private wholes?: Stored[];
  private updates: number;

  constructor(
    private readonly model: ShardedModel,
    private readonly options: ShardedTrainingOptions,
  ) {
    this.updates = options.updates ?? 0;
    this.states = Array.from({ length: model.kinds }, (_, kind) => this.stateOf(kind));
    this.add = this.capture("accumulate", (kind, rows, numbers) => this.accumulated(kind, rows, numbers));
    this.update = this.capture("update", (kind, rows, numbers) => this.updated(kind, rows, numbers));
  }

  /**
   * Updates the weights.
   * @param batches The rows of all devices. Gradients of several are added up, as if they were one.
   * @returns the mean loss before the update.
   * @throws one line when devices would have no rows, or there are more batches than was said.
   */
  async step(...batches: Rows[]): Promise<number> {
    this.refuseWrong(batches);
    const total = batches.reduce((sum, { tokens }) => sum + tokens.size, 0);
    const numbers = { rate: tf.scalar(this.options.optimizer.learningRate(this.updates)), tokens: tf.scalar(total) };
    const losses: tf.Scalar[] = [];
    try {
      for (const [index, { tokens, targets }] of batches.entries()) {
        losses.push((index < batches.length - 1 ? this.add : this.update)(tokens, targets, numbers));
      }
      this.updates += 1;
      const values = await Promise.all(losses.map((loss) => loss.data()));
      return values.reduce((sum, [loss]) => sum + loss, 0);
    } finally {
      tf.dispose([losses, numbers]);
    }
  }

  /** The weights and the optimizer's variables as whole tensors, for checkpoints that any mesh can load. */
  get stored(): Stored[] {
    if (this.wholes) return this.wholes;
    const all = this.states.flatMap(({ bound }, kind) => this.storedSlots(kind, bound));
    const names = [...new Set(all.map(({ name }) => name))];
    const slots = names.map((name): Stored => {
      const equal = all.filter((each) => each.name === name).map(({ variable }) => variable);
      const [{ shape, size, dtype }] = equal;
      const dispose = (): void => {
        equal.forEach((variable) => {
          variable.dispose();
        });
      };
      const assign = (value: tf.Tensor): void => {
        equal.forEach((variable) => {
          variable.assign(value);
        });
      };
      return { name, variable: { shape, size, dtype, assign, dispose, data: () => equal[0].data() } };
    });
    return (this.wholes = [...this.model.stored, ...slots]);
  }

  /** Frees the optimizer's variables, but not the model. */
  dispose(): void {
    this.wholes?.slice(this.model.stored.length).forEach(({ variable }) => {
      variable.dispose();
    });
    [this.add, this.update].forEach((step) => {
      step.dispose();
    });
    this.states.forEach(({ bound, sums }) => {
      bound.dispose();
      tf.dispose(sums);
    });
  }

  private stateOf(kind: number): KindState {
    const { model, options } = this;
    const parts = model.parts(kind);
    const bound = options.optimizer.bind(parts, (gradients) => model.norm(kind, gradients));
    const zeros = (): tf.Variable[] =>
      tf.tidy(() => parts.map(({ variable: { shape } }) => tf.variable(tf.zeros(shape), false)));
    const sums = (options.accumulate ?? 1) > 1 ? zeros() : [];
    if (!this.isHere(kind)) {
      // Another process has these: only their names are needed here.
      [...bound.slots.map(({ variable }) => variable), ...sums].forEach((variable) => {
        if (variable.rank > 0) forget(variable);
      });
    }
    return { bound, sums };
  }

  private capture(name: string, fn: (kind: number, rows: Rows, numbers: Numbers) => tf.Scalar): Step {
    const { mesh } = this.model;
    return mesh.capture(
      (kind: number, tokens: tf.Tensor2D, targets: tf.Tensor2D, numbers: Numbers) =>
        fn(kind, { tokens, targets }, numbers),
      (place, tokens: tf.Tensor2D, targets: tf.Tensor2D, numbers: Numbers) => [
        this.model.kindOf(place),
        this.ownRows(place, tokens),
        this.ownRows(place, targets),
        numbers,
      ],
      { name },
    );
  }

  private backward(kind: number, rows: Rows, { tokens }: Numbers) {
    const loss: Loss = (logits, targets) =>
      tf.div(tf.sum(sparseSoftmaxCrossEntropy(logits, targets.flatten())), tokens);
    return this.model.backward(kind, rows, loss);
  }

  private accumulated(kind: number, rows: Rows, numbers: Numbers): tf.Scalar {
    const { value, gradients } = this.backward(kind, rows, numbers);
    this.states[kind].sums.forEach((sum, index) => {
      increase(sum, gradients[index]);
    });
    return value;
  }

  private updated(kind: number, rows: Rows, numbers: Numbers): tf.Scalar {
    const { bound, sums } = this.states[kind];
    const { value, gradients } = this.backward(kind, rows, numbers);
    const all = gradients.map((gradient, index) => (sums.length > 0 ? tf.add(gradient, sums[index]) : gradient));
    bound.update(all, numbers.rate);
    sums.forEach((sum) => {
      sum.assign(tf.zerosLike(sum));
    });
    this.model.update();
    return value;
  }

  /** The rows of a device: those with the same place on all axes along which rows are divided have the same. */
  private ownRows(place: Coordinates, all: tf.Tensor2D): tf.Tensor2D {
    const { rowAxes } = this.model;
    const index = rowAxes.reduce((number, { name, size }) => number * size + place[name], 0);
    const shares = sharesOf(all.shape[0], this.divisions).map(({ images }) => images);
    const from = shares.slice(0, index).reduce((sum, rows) => sum + rows, 0);
    return tf.slice(all, [from, 0], [shares[index], -1]);
  }

  private get divisions(): number {
    return this.model.rowAxes.reduce((product, { size }) => product * size, 1);
  }

  private storedSlots(kind: number, { slots }: BoundOptimizer): Stored[] {
    const parts = this.model.parts(kind);
    return slots.flatMap(({ name, variable }): readonly Stored[] => {
      const part = parts.find((each) => name.startsWith(`${each.name}/`));
      // A number for all parts, such as how many updates there were: only where there are devices of the kind is it counted.
      if (!part) return [{ name, variable: this.isHere(kind) ? variable : this.ofKindHere(name) }];
      return this.model.storedSlot(kind, part, { what: name.slice(part.name.length + 1), variable });
    });
  }

  /** Whether this process has devices of a kind. */
  private isHere(kind: number): boolean {
    const { mesh } = this.model;
    return mesh.coordinates.some((place) => this.model.kindOf(place) === kind);
  }

  private ofKindHere(slot: string): tf.Variable {
    const { bound } = this.states[this.model.kindOf(this.model.mesh.coordinates[0])];
    return bound.slots.find(({ name }) => name === slot)!.variable; // optimizers keep the same for all parts
  }

  private refuseWrong(batches: readonly Rows[]): void {
    const { accumulate = 1 } = this.options;
    if (batches.length < 1 || batches.length > accumulate) {
      throw new Error(
        `An update has ${batches.length} batches, but it was made for 1 to ${accumulate}: say so when it is made.`,
      );
    }
    const few = batches.find(({ tokens: { shape } }) => shape[0] < this.divisions);
    if (few) {
      throw new Error(
        `A batch of ${few.tokens.shape[0]} rows leaves some of ${this.divisions} devices without rows: give it at least ${this.divisions}.`,
      );
    }
  }
}
