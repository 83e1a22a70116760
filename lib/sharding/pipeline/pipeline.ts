import type { Gpt, Pass, Weight } from "../../models";
import { receive, send, tf, type Axis } from "../../tensorflow/engine";
import { movedAsWords } from "../../tensorflow/ops";
import { sharesOf } from "../../strategy/shares";
import { Layout } from "../layout";
import { MOST_MICROBATCHES } from "../limits";
import type { Mesh } from "../mesh";
import type { Coordinates } from "../mesh-numbers";
import { normOf, sumAlong, type Gradients, type Loss, type Part, type Rows } from "../sharded-model";
import type { ShardedModel, Sharding } from "../sharded-model";
import { layAlong, refuseUnshareable, sharingAlong, sumCopies, type TensorAxis } from "../tensor-parallel";
import { checkSchedule } from "./check-schedule";
import { run, type Ran } from "./passes";
import { gpipe, oneForwardOneBackward, type PipelineSize, type Schedule } from "./schedule";
import { stagesOf, type Stage } from "./stages";

export interface PipelineOptions {
  mesh: Mesh;
  /** The axis along which the stages follow each other. Default `stage`. */
  along?: string;
  /** How many stages there are: as many as devices along the axis, which is the default, or a multiple of that. */
  stages?: number;
  /** Into how many parts each device's rows are cut. */
  microbatches: number;
  /** The order of the tasks. Default `1f1b`. */
  schedule?: "gpipe" | "1f1b" | Schedule;
  /** Lets the devices along another axis share each stage's layers. Default: none do. */
  tensor?: TensorAxis;
}

/** A GPT in stages, see {@link pipeline}. A device's kind is its place along the axis of stages. */
class Pipeline implements ShardedModel {
  readonly mesh: Mesh;
  readonly rowAxes: readonly Axis[];
  readonly sharding: Sharding;
  private readonly along: Axis;
  private readonly tensor?: { along: Axis; sequence: boolean };
  private readonly size: PipelineSize;
  private readonly schedule: Schedule;
  private readonly stages: readonly Stage[];
  private readonly layout: Layout;
  private readonly pass: Pass;
  private readonly inBlocks: (part: Part) => boolean;

  constructor(
    readonly model: Gpt,
    { mesh, along = "stage", microbatches, stages, schedule = "1f1b", tensor }: PipelineOptions,
  ) {
    this.mesh = mesh;
    this.along = mesh.axis(along);
    this.size = sizeOf(this.along, microbatches, stages);
    this.stages = stagesOf(model, this.size.stages); // first, because it refuses more stages than a schedule could list
    this.schedule = scheduleNamed(schedule, this.size);
    checkSchedule(this.schedule, this.size);
    const { stages: count } = this.size;
    const scheduled = typeof schedule === "string" ? schedule : "own";
    this.sharding = {
      ...{ name: "pipeline", stages: count, microbatches, schedule: scheduled },
      ...(tensor?.sequence && { sequence: true }),
    };
    if (tensor) {
      const { along: name = "tensor", sequence = false } = tensor;
      this.tensor = { along: mesh.axis(name), sequence };
      refuseUnshareable(model, this.tensor.along, sequence);
    }
    this.rowAxes = mesh.axes.filter((axis) => axis !== this.along && axis !== this.tensor?.along);
    this.layout = new Layout(mesh, model, (weight) => {
      const shared = this.tensor ? layAlong(this.tensor.along.name, weight) : { cut: {} };
      return { ...shared, only: this.devicesOf(weight).map((device) => ({ [along]: device })) };
    });
    const sharing = this.tensor && sharingAlong(this.tensor.along, this.tensor.sequence);
    this.pass = { training: true, of: this.layout.of, sharing };
    const blocks = new Set(model.blocks.flatMap(({ weights }) => weights.map(({ name }) => name)));
    this.inBlocks = ({ name }) => blocks.has(name);
  }

  get leastRows(): number {
    return this.size.microbatches;
  }

  get lossCopies(): number {
    return this.tensor?.along.size ?? 1;
  }

  get kinds(): number {
    return this.along.size;
  }

  kindOf(place: Coordinates): number {
    return place[this.along.name];
  }

  parts(kind: number): readonly Part[] {
    const others = this.tensor ? [this.tensor.along.name] : [];
    return this.weightsOf(kind).map((weight) => this.layout.part(weight, others));
  }

  backward(kind: number, rows: Rows, loss: Loss): Gradients {
    const { losses, gradients } = this.run(kind, rows, loss, true);
    const parts = this.parts(kind);
    const own = parts.map(({ variable }) => gradients.get(variable)!); // every stage of the device has gone backward
    const tied = this.addTied(kind, own);
    const { tensor, inBlocks } = this;
    const summed = tensor?.sequence ? sumCopies(parts, tied, { along: tensor.along, inBlocks }) : tied;
    return { value: sumOf(losses), gradients: sumAlong(summed, this.rowAxes) };
  }

  evaluate(kind: number, rows: Rows, loss: Loss): tf.Scalar {
    return sumOf(this.run(kind, rows, loss, false).losses);
  }

  /** Runs a device's tasks: all of them in training, otherwise those that go forward. */
  private run(kind: number, rows: Rows, loss: Loss, training: boolean): Ran {
    const { along, size, stages, layout } = this;
    const cut = this.microbatches(rows);
    const pass = { ...this.pass, training };
    return run(this.schedule[kind], {
      ...{ along, size, training, device: kind },
      shapeOf: (microbatch) => this.shapeBetween(cut[microbatch].inputs),
      variablesOf: (stage) => stages[stage].weights.map((weight) => layout.partOf(weight)),
      compute: (stage, microbatch, x) => {
        const y = stages[stage].apply(x ?? cut[microbatch].inputs, pass);
        return stage === size.stages - 1 ? loss(y as tf.Tensor2D, cut[microbatch].targets) : y; // the last gives logits
      },
    });
  }

  update(): void {
    // The parts are all there is.
  }

  norm(kind: number, gradients: readonly tf.Tensor[]): tf.Scalar {
    return normOf(this.parts(kind), gradients, [this.along, ...(this.tensor ? [this.tensor.along] : [])]);
  }

  get stored() {
    return this.layout.stored;
  }

  storedSlot(kind: number, part: Part, slot: { what: string; variable: tf.Variable }) {
    return [this.layout.storedSlot(part, slot, { [this.along.name]: kind })];
  }

  dispose(): void {
    this.model.dispose();
    this.layout.dispose();
  }

  private weightsOf(device: number): Weight[] {
    const { devices } = this.size;
    return [...new Set(this.stages.flatMap(({ weights }, stage) => (stage % devices === device ? weights : [])))];
  }

  private devicesOf(weight: Weight): number[] {
    const having = this.stages.flatMap(({ weights }, stage) =>
      weights.includes(weight) ? [stage % this.size.devices] : [],
    );
    return [...new Set(having)];
  }

  /** The first and the last stage have the same table of tokens: its gradient is the sum of both. */
  private addTied(kind: number, gradients: readonly tf.Tensor[]): tf.Tensor[] {
    const { along, size } = this;
    return this.weightsOf(kind).map((weight, index) => {
      const other = this.devicesOf(weight).find((device) => device !== kind);
      if (other === undefined) return gradients[index];
      const number = 2 * size.stages * size.microbatches;
      send(gradients[index], { along, from: kind, to: other, number });
      return tf.add(gradients[index], receive(gradients[index].shape, { along, from: other, to: kind, number }));
    });
  }

  private microbatches({ inputs, targets }: Rows): Rows[] {
    const [rows] = inputs.shape;
    const { microbatches } = this.size;
    if (rows < microbatches) {
      throw new Error(
        `${rows} rows on a device cannot be cut into ${microbatches} microbatches: give it at least ${microbatches}.`,
      );
    }
    const sizes = sharesOf(rows, microbatches).map(({ images }) => images);
    const [cutInputs, cutTargets] = [inputs, targets].map((each) =>
      movedAsWords(each, (words) => tf.split(words, sizes)),
    );
    return sizes.map((_, index) => ({ inputs: cutInputs[index], targets: cutTargets[index] }));
  }

  private shapeBetween({ shape: [rows, tokens = 1] }: tf.Tensor): number[] {
    const share = this.tensor?.sequence ? this.tensor.along.size : 1;
    return [rows, tokens / share, this.model.options.width];
  }
}

const sumOf = (losses: tf.Tensor[]): tf.Scalar => (losses.length > 0 ? (tf.addN(losses) as tf.Scalar) : tf.scalar(0));

function sizeOf({ name, size }: Axis, microbatches: number, stages = size): PipelineSize {
  if (!Number.isInteger(microbatches) || microbatches < 1 || microbatches > MOST_MICROBATCHES) {
    throw new Error(
      `There are ${microbatches} microbatches, but there must be a whole number from 1 to ${MOST_MICROBATCHES}.`,
    );
  }
  if (!Number.isInteger(stages / size) || stages < 1) {
    throw new Error(
      `${stages} stages cannot be divided among ${size} devices along ${name}: make them a multiple of ${size}.`,
    );
  }
  return { devices: size, stages, microbatches };
}

function scheduleNamed(schedule: "gpipe" | "1f1b" | Schedule, size: PipelineSize): Schedule {
  if (typeof schedule !== "string") return schedule;
  return schedule === "gpipe" ? gpipe(size) : oneForwardOneBackward(size);
}

/**
 * Cuts a GPT into stages, one or several on each device along an axis, through which microbatches go one after another. Along the other
 * axes devices have copies, and rows of their own.
 * @example const model = pipeline(gpt(sizes), { mesh: mesh({ stage: 2, data: 2 }), microbatches: 8 });
 * @throws one line when the stages cannot be made, or when a schedule leaves something out or stands still.
 */
export const pipeline = (model: Gpt, options: PipelineOptions): ShardedModel => new Pipeline(model, options);
