import type { Chain } from "../models";
import { allReduce, captureReplicas, tf } from "../tensorflow/engine";
import type { CaptureOptions, Captured } from "../tensorflow/engine";
import { refuseUnlike } from "./compare";
import type { Batch, Gradients, Loss, Part, PlacedModel, Rows, Stored } from "./placed-model";
import { divide, rowsOfReplicas, sharesOf } from "./shares";
import type { Communication, Placement, Strategy } from "./strategy";
import type { Team } from "./team";

/**
 * The step of one replica. It takes the replica's part of the batch (each tensor's first axis counts images), and the arguments shared by
 * all replicas: tensors, or values that hardly ever change.
 */
export type ReplicaStep<S extends unknown[], R> = (batch: tf.Tensor[], ...shared: S) => R;

/** Strategies under which each device has a copy of the whole model (a replica), and a share of each batch. */
export abstract class CopiesStrategy implements Strategy {
  abstract readonly name: string;
  abstract readonly devices: readonly string[];
  abstract readonly placement: Placement;
  readonly communication?: Communication;
  readonly team?: Team;

  get replicas(): number {
    const { group, devices } = this.placement;
    return (group?.devices ?? devices).length;
  }

  /**
   * Makes one graph of a step for all replicas, see `capture` of the engine. The batch is divided among them as evenly as possible.
   * Inside, `allReduce` adds up over the replicas; the result is the first replica's.
   */
  capture<S extends unknown[], R>(
    step: ReplicaStep<S, R>,
    options: Omit<CaptureOptions, "device"> = {},
  ): Captured<[batch: Batch, ...shared: S], R> {
    const { firstReplica = 0, devices } = this.placement;
    // The number of all images makes every process capture a step for the same batches, also where its own rows are as many as before:
    // what processes exchange is numbered by their captures.
    const split = ({ tensors, images }: Batch, ...shared: S): [number, tf.Tensor[], ...S][] => {
      const own = sharesOf(images, this.replicas).slice(firstReplica, firstReplica + devices.length);
      return divide(tensors, own).map((part) => [images, part, ...shared]);
    };
    const stepOfBatch = (_images: number, batch: tf.Tensor[], ...shared: S): R => step(batch, ...shared);
    return captureReplicas(stepOfBatch, split, { name: step.name, ...options, ...this.placement });
  }

  /** The rows of a batch that this process's replicas take: from `from` up to, but not including, `to`. */
  rowsOf(globalImages: number): [from: number, to: number] {
    const { firstReplica = 0, devices } = this.placement;
    return rowsOfReplicas(sharesOf(globalImages, this.replicas), firstReplica, devices.length);
  }

  /**
   * Makes sure that variables have the same bits on all replicas.
   * @throws one line that names the first variable that differs, and the devices.
   */
  checkReplicas(variables: readonly { name: string; variable: tf.Variable }[]): void {
    refuseUnlike(variables, this.placement.devices, this.team);
  }

  place(model: Chain): PlacedModel {
    return new Copies(model, this);
  }

  dispose(): void {
    void this.team?.leave(); // the variables free their copies on the devices themselves
  }
}

/** A model of which each device has a copy. */
class Copies implements PlacedModel {
  readonly kinds = 1;
  readonly kindsHere = [0];
  readonly lossCopies = 1;
  readonly leastRows = 1;
  readonly exchangesInside = false;

  constructor(
    readonly model: Chain,
    private readonly strategy: CopiesStrategy,
  ) {}

  get size(): number {
    return this.strategy.replicas;
  }

  parts(): readonly Part[] {
    return this.model.trainableWeights.map(({ name, variable }) => ({ name, variable, copies: 1 }));
  }

  gradientShapes(): number[][] {
    return this.parts().map(({ variable: { shape } }) => shape);
  }

  backward(_kind: number, rows: Rows, loss: Loss): Gradients {
    return gradientsOf(this.model, rows, loss);
  }

  reduce(_kind: number, gradients: readonly tf.Tensor[]): tf.Tensor[] {
    return allReduce(gradients, this.strategy.communication);
  }

  update(): void {
    // The weights are all there is.
  }

  evaluate(_kind: number, rows: Rows, loss: Loss): tf.Scalar {
    return loss(this.model.apply(rows.inputs, { training: false }), rows);
  }

  get stored(): readonly Stored[] {
    return this.model.weights;
  }

  storedSlot(_kind: number, { name }: Part, { what, variable }: { what: string; variable: tf.Variable }): Stored[] {
    const { shape, size, dtype } = variable;
    const access = {
      data: () => variable.data(),
      assign: (value: tf.Tensor) => variable.assign(value),
      dispose: () => undefined, // it is the optimizer's
    };
    return [{ name: `${name}/${what}`, variable: { shape, size, dtype, ...access } }];
  }

  checkCopies(): void {
    this.strategy.checkReplicas(this.model.weights);
  }

  rowsOf(images: number): [from: number, to: number] {
    return this.strategy.rowsOf(images);
  }

  capture<I extends unknown[], R>(
    step: (kind: number, tensors: tf.Tensor[], ...inputs: I) => R,
    options: Omit<CaptureOptions, "device">,
  ): Captured<[batch: Batch, ...inputs: I], R> {
    return this.strategy.capture((tensors, ...inputs: I) => step(0, tensors, ...inputs), options);
  }

  dispose(): void {
    // The weights are the model's own.
  }
}

/** The loss over rows, and its gradients for all trainable weights, on a device that has all of them. */
export function gradientsOf(model: Chain, rows: Rows, loss: Loss): Gradients {
  const weights = model.trainableWeights;
  const { value, grads } = tf.variableGrads(
    () => loss(model.apply(rows.inputs, { training: true }), rows),
    weights.map(({ variable }) => variable),
  );
  const gradients = weights.map(({ name, variable }) => {
    // tfjs returns gradients by its own names of the variables.
    if (!(variable.name in grads)) throw new Error(`The loss does not depend on the weight ${name}.`);
    return grads[variable.name];
  });
  return { value, gradients };
}
