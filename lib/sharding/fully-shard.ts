import type { Chain, Pass } from "../models";
import { gradientsOf } from "../strategy/copies";
import type { Gradients, Loss, Part, Rows, Stored } from "../strategy";
import {
  allGather,
  allReduce,
  forget,
  gate,
  partAlong,
  reduceScatter,
  replaceable,
  tf,
  type Axis,
} from "../tensorflow/engine";
import { withGradient } from "../tensorflow/ops";
import { meshFor, type Mesh, type MeshChoice } from "./mesh";
import { axesBut, ModelOnMesh, normOf, onMesh } from "./on-mesh";
import { Unit, type FlatWeights } from "./units";

/** How much of a training each device keeps only its part of (S. Rajbhandari et al., ZeRO, 2020). */
export type ZeroStage = 1 | 2 | 3;

/** How to divide a training among devices. */
export interface FullyShardOptions extends MeshChoice {
  /**
   * 1: the optimizer's numbers are divided; 2: the gradients, too; 3: the weights, too, which are gathered block by block before they
   * are used, forward and backward.
   */
  zero: ZeroStage;
  /** The devices of each process. Of a mesh that is given instead, the axis `data` divides; along other axes devices have copies. */
  devices?: number;
}

/** A model whose training state is divided among devices, see {@link fullyShard}. */
class FullySharded extends ModelOnMesh {
  private readonly along: Axis;
  private readonly root: Unit;
  private readonly blocks: readonly Unit[];

  constructor(
    readonly model: Chain,
    mesh: Mesh,
    private readonly stage: ZeroStage,
  ) {
    super(mesh, mesh.axes);
    this.along = mesh.axis("data");
    const ofBlocks = new Set(model.blocks.flatMap(({ weights }) => weights));
    const others = model.trainableWeights.filter((weight) => !ofBlocks.has(weight));
    this.root = new Unit("root", others, mesh, this.along);
    this.blocks = model.blocks.map(({ weights }, index) => new Unit(`block ${index}`, weights, mesh, this.along));
    if (stage === 3) {
      model.trainableWeights.forEach(({ variable }) => forget(variable));
    }
  }

  private get flats(): FlatWeights[] {
    return [this.root, ...this.blocks].flatMap(({ flats }) => flats);
  }

  parts(): readonly Part[] {
    return this.flats.map(({ name, parts }) => ({ name, variable: parts.part, copies: 1 }));
  }

  override gradientShapes(kind: number): number[][] {
    if (this.stage > 1) return super.gradientShapes(kind);
    return this.model.trainableWeights.map(({ variable: { shape } }) => shape);
  }

  /** At stage 1 a device can keep all gradients of several batches. Otherwise, each unit's are reduced before those of the next. */
  backward(_kind: number, rows: Rows, loss: Loss, isAlone: boolean): Gradients {
    if (this.stage === 1 && !isAlone) return gradientsOf(this.model, rows, loss);
    const { value, gradients } = this.unitByUnit(rows, loss);
    if (this.stage > 1) return { value, gradients };
    return { value, gradients: this.sumOverCopies(gradients), areReduced: true };
  }

  private unitByUnit(rows: Rows, loss: Loss): Gradients {
    const { model, blocks } = this;
    const backward = new BackwardOrder();
    const parts = this.parts().map(({ variable }) => variable);
    const { value, grads } = tf.variableGrads(() => {
      const { pass } = this.open(this.root, [], backward);
      let x = model.embed(rows.inputs, pass);
      let before: readonly tf.Tensor[] = [];
      model.blocks.forEach(({ apply }, index) => {
        // One block ahead: not before the block before the last one has ended.
        const opened = this.open(blocks[index], before, backward);
        before = [x];
        x = this.openAgain(apply(x, opened.pass), blocks[index], opened.weights, backward);
      });
      return loss(model.head(x, pass), rows);
    }, parts);
    return { value, gradients: parts.map(({ name }) => grads[name]) };
  }

  override reduce(_kind: number, gradients: readonly tf.Tensor[]): tf.Tensor[] {
    if (this.stage > 1) return this.sumOverCopies(gradients);
    const weights = this.model.trainableWeights;
    const own = this.flats.map((flat) => {
      const ofFlat = flat.weights.map((weight) => gradients[weights.indexOf(weight)]);
      return flat.asPart(this.partOfSum(flat.flattened(ofFlat)));
    });
    return this.sumOverCopies(own);
  }

  private sumOverCopies(gradients: readonly tf.Tensor[]): tf.Tensor[] {
    return this.sumOverRows(gradients, axesBut(this.mesh, this.along));
  }

  /** At stage 1 all gradients are added up everywhere, and each device takes its part of the sum. */
  private partOfSum(gradient: tf.Tensor): tf.Tensor {
    if (this.stage > 1) return reduceScatter(gradient, { along: this.along });
    const [sum] = allReduce([gradient], { along: this.along, ...this.mesh.communication });
    return partAlong(sum, this.along);
  }

  evaluate(_kind: number, rows: Rows, loss: Loss): tf.Scalar {
    const { model, blocks } = this;
    const opened = (unit: Unit, after: readonly tf.Tensor[]): Pass => {
      const weights = unit.flats.map((flat) => flat.separated(this.whole(flat, flat.parts.part, after)));
      return { training: false, of: lookUp(unit, weights) };
    };
    const pass = opened(this.root, []);
    let before: readonly tf.Tensor[] = [];
    const y = model.blocks.reduce(
      (x, { apply }, index) => {
        const inBlock = opened(blocks[index], before);
        before = [x];
        return apply(x, inBlock);
      },
      model.embed(rows.inputs, pass),
    );
    return loss(model.head(y, pass), rows);
  }

  /** Gives the whole weights their new values, where devices keep them. */
  override update(): void {
    if (this.stage === 3) return;
    // One after another: the old weights are there until the new ones take their place.
    let before: readonly tf.Tensor[] = [];
    for (const flat of this.flats) {
      const whole = flat.separated(allGather(gate(flat.parts.part, before), { along: this.along }));
      flat.weights.forEach(({ variable }, index) => variable.assign(whole[index]));
      before = whole;
    }
  }

  norm(_kind: number, gradients: readonly tf.Tensor[]): tf.Scalar {
    return normOf(this.parts(), gradients, [this.along]);
  }

  get stored(): Stored[] {
    const parts = this.flats.flatMap((flat) =>
      flat.stored(flat.parts).map(({ name, variable }, index) => {
        const assign = (value: tf.Tensor): void => {
          variable.assign(value);
          if (this.stage < 3) flat.weights[index].variable.assign(value);
        };
        return { name, variable: { ...variable, assign } };
      }),
    );
    const others = this.model.weights.filter(({ trainable }) => !trainable); // each device has all of them
    return [...parts, ...others];
  }

  storedSlot(_kind: number, part: Part, { what, variable }: { what: string; variable: tf.Variable }) {
    const flat = this.flats.find(({ parts }) => parts.part === part.variable)!; // one of the parts above
    return flat.stored(flat.alongside(variable), what);
  }

  /** A unit's weights as tensors whose gradients end as the parts' gradients. */
  private open(unit: Unit, after: readonly tf.Tensor[], backward: BackwardOrder) {
    const weights = unit.flats.map((flat) => flat.separated(this.differentiable(flat, after, backward)));
    const pass: Pass = { training: true, of: lookUp(unit, weights) };
    return { pass, weights: weights.flat() };
  }

  private differentiable(flat: FlatWeights, after: readonly tf.Tensor[], backward: BackwardOrder): tf.Tensor {
    const { part } = flat.parts;
    return withGradient([part], () => ({
      value: this.whole(flat, part, after),
      gradient: (dy) => backward.ended(flat.asPart(this.partOfSum(dy))),
    }));
  }

  /** All of some weights in one tensor: stage 3 gathers them from the devices, at the others every device has them. */
  private whole(flat: FlatWeights, part: tf.Tensor, after: readonly tf.Tensor[]): tf.Tensor {
    if (this.stage === 3) return allGather(gate(part, after), { along: this.along });
    return flat.flattened(flat.weights.map(({ variable }) => gate<tf.Tensor>(variable, after)));
  }

  /**
   * A block's result, behind which the backward pass opens its unit again: the weights are gathered anew and take the place of those of
   * the forward pass, whose memory is free between the two.
   */
  private openAgain(y: tf.Tensor, unit: Unit, weights: readonly tf.Tensor[], backward: BackwardOrder): tf.Tensor {
    const puts = weights.map(replaceable);
    return withGradient([y], () => ({
      value: y.clone(),
      gradient: (dy) => {
        const fresh = unit.flats.flatMap((flat) =>
          this.stage === 3
            ? flat.separated(this.whole(flat, flat.parts.part, [dy, ...backward.last]))
            : flat.weights.map(({ variable }) => variable),
        );
        puts.forEach((put, index) => put(fresh[index]));
        return gate(dy, backward.last);
      },
    }));
  }

  protected get copies() {
    const parts = this.flats.map(({ name, parts: { part, groups } }) => ({ name, variable: part, groups }));
    return [...this.model.weights.filter(({ trainable }) => this.stage < 3 || !trainable), ...parts];
  }

  dispose(): void {
    this.flats.forEach(({ parts }) => parts.dispose());
  }
}

/** @param weights What stands for a unit's weights, of each of its flat tensors. */
function lookUp(unit: Unit, weights: readonly (readonly tf.Tensor[])[]): NonNullable<Pass["of"]> {
  const values = new Map(
    unit.flats.flatMap((flat, kind) =>
      flat.weights.map(({ variable }, at): [tf.Variable, tf.Tensor] => [variable, weights[kind][at]]),
    ),
  );
  return <R extends tf.Rank>(weight: tf.Variable<R>) => values.get(weight) as tf.Tensor<R>;
}

/** The parts of gradients that the backward pass has come to last: the next unit's must not begin before they are there. */
class BackwardOrder {
  last: readonly tf.Tensor[] = [];

  ended(gradient: tf.Tensor): tf.Tensor {
    this.last = [gradient];
    return gradient;
  }
}

/**
 * Divides a training's state among devices.
 * @example await fit(model, data, { strategy: fullyShard({ devices: 4, zero: 3 }), optimizer, epochs });
 */
export function fullyShard({ zero, devices, ...choice }: FullyShardOptions) {
  const mesh = meshFor(choice, { data: devices && devices * (choice.cluster?.members.length ?? 1) }, [
    "data",
    "devices",
  ]);
  if (zero > 1 && mesh.communication.compression === "bfloat16") {
    throw new Error(
      "The compression bfloat16 is for sums that all devices get, and at ZeRO stages 2 and 3 each gets its part: leave it out.",
    );
  }
  return onMesh({
    ...{ name: `zero-${zero}`, mesh, rowAxes: mesh.axes, sharding: { zero } },
    place: (model) => new FullySharded(model, mesh, zero),
  });
}
