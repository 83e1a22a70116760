import { createHash } from "node:crypto";
import type { PlacedModel, Stored } from "../strategy";
import { bytesOf, forget, tf } from "../tensorflow/engine";
import { Accumulation } from "./accumulation";
import type { LossScale } from "./loss-scale";
import type { BoundOptimizer, NormOf, Optimizer } from "./optimizer";

/** What devices of one kind keep beside the weights. */
export interface KindState {
  bound: BoundOptimizer;
  /** Where an update has several batches. */
  accumulation?: Accumulation;
}

interface StateOptions {
  optimizer: Optimizer;
  /** The most batches of an update. Default 1. */
  batches?: number;
  /** With `mixed_float16`. */
  lossScale?: LossScale;
}

/** The most bytes of gradients on any of this process's devices. */
export function gradientBytesOf(placed: PlacedModel): number {
  const bytesOfKind = (kind: number): number =>
    placed.gradientShapes(kind).reduce((sum, shape) => sum + 4 * tf.util.sizeFromShape(shape), 0);
  return Math.max(...placed.kindsHere.map(bytesOfKind));
}

/** All numbers of a training, on the devices. */
export class TrainingState {
  readonly lossScale?: LossScale;
  readonly kinds: readonly KindState[];
  private wholes?: { slots: readonly Stored[]; all: readonly Stored[] };

  constructor(
    readonly placed: PlacedModel,
    private readonly options: StateOptions,
  ) {
    this.lossScale = options.lossScale;
    this.kinds = Array.from({ length: placed.kinds }, (_, kind) => this.stateOf(kind));
  }

  /** The most batches of an update. */
  get batches(): number {
    return this.options.batches ?? 1;
  }

  /** The global norm of gradients, where devices of other kinds or places have others. */
  normOf(kind: number): NormOf | undefined {
    const { placed } = this;
    return placed.norm && ((gradients) => placed.norm!(kind, gradients));
  }

  /** The weights, and what else a training goes on with, as whole tensors for checkpoints that any strategy can load. */
  get stored(): readonly Stored[] {
    if (this.wholes) return this.wholes.all;
    const of = this.kinds.flatMap(({ bound }, kind) => this.storedSlots(kind, bound));
    const slots = [...new Set(of.map(({ name }) => name))].map((name): Stored => {
      const equal = of.filter((each) => each.name === name).map(({ variable }) => variable);
      const [{ shape, size, dtype }] = equal;
      const dispose = (): void => equal.forEach((variable) => variable.dispose());
      const assign = (value: tf.Tensor): void => equal.forEach((variable) => variable.assign(value));
      return { name, variable: { shape, size, dtype, assign, dispose, data: (reading) => equal[0].data(reading) } };
    });
    const all = [...this.placed.stored, ...slots, ...(this.lossScale?.variables ?? [])];
    this.wholes = { slots, all };
    return all;
  }

  /** A digest of all numbers, where each process has all of them: all must begin with the same. */
  digest(): string {
    const digest = createHash("sha256");
    const slots = this.kinds.flatMap(({ bound }) => bound.slots);
    for (const { variable } of [...this.placed.model.weights, ...slots, ...(this.lossScale?.variables ?? [])])
      digest.update(bytesOf(variable.dataSync()));
    return digest.digest("hex");
  }

  /** Frees all but the weights and the loss scale. */
  dispose(): void {
    this.wholes?.slots.forEach(({ variable }) => variable.dispose());
    this.kinds.forEach(({ bound, accumulation }) => {
      bound.dispose();
      tf.dispose([...(accumulation?.variables ?? [])]);
    });
  }

  private stateOf(kind: number): KindState {
    const { placed, batches } = this;
    const bound = this.options.optimizer.bind(placed.parts(kind), this.normOf(kind));
    const accumulation = batches > 1 ? new Accumulation(placed.gradientShapes(kind), batches) : undefined;
    if (!placed.kindsHere.includes(kind)) {
      // Another process has these: only their names are needed here.
      [...bound.slots.map(({ variable }) => variable), ...(accumulation?.variables ?? [])].forEach((variable) => {
        if (variable.rank > 0) forget(variable);
      });
    }
    return { bound, accumulation };
  }

  private storedSlots(kind: number, { slots }: BoundOptimizer): Stored[] {
    const { placed } = this;
    const parts = placed.parts(kind);
    return slots.flatMap(({ name, variable }): readonly Stored[] => {
      const end = name.lastIndexOf("/");
      const part = parts.find((each) => each.name === name.slice(0, end));
      if (part) return placed.storedSlot(kind, part, { what: name.slice(end + 1), variable });
      // A number for all parts, such as how many updates there were: only where there are devices of the kind is it counted.
      const { shape, size, dtype } = variable;
      const here = placed.kindsHere.includes(kind) ? variable : this.ofKindHere(name);
      const assign = (value: tf.Tensor): void => here.assign(value);
      return [{ name, variable: { shape, size, dtype, assign, data: () => here.data(), dispose: () => undefined } }];
    });
  }

  private ofKindHere(slot: string): tf.Variable {
    const { bound } = this.kinds[this.placed.kindsHere[0]];
    return bound.slots.find(({ name }) => name === slot)!.variable; // optimizers keep the same for all parts
  }
}
