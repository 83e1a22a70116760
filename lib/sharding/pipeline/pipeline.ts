import type { Gpt, Pass, Weight } from "../../models";
import type { Gradients, Loss, Part, Rows } from "../../strategy";
import { sharesOf } from "../../strategy/shares";
import { receive, send, tf, type Axis } from "../../tensorflow/engine";
import { movedAsWords } from "../../tensorflow/ops";
import { Layout } from "../layout";
import { MOST_MICROBATCHES } from "../limits";
import { meshFor, type Mesh, type MeshChoice } from "../mesh";
import type { Coordinates } from "../mesh-numbers";
import { asGpt, axesBut, ModelOnMesh, normOf, onMesh } from "../on-mesh";
import { alikeAlong, layAlong, refuseUnshareable, sharingAlong, type TensorOptions } from "../tensor-parallel";
import { checkSchedule } from "./check-schedule";
import { run, type Ran } from "./passes";
import { gpipe, oneForwardOneBackward, type PipelineSize, type Schedule } from "./schedule";
import { stagesOf, type Stage } from "./stages";

/** How to cut a model into stages. */
export interface PipelineOptions extends MeshChoice, TensorOptions {
  /** How many stages there are. With a mesh: as many as devices along its axis `stage`, which is the default, or a multiple of that. */
  stages?: number;
  /** How many copies there are, each with rows of its own. Default 1. */
  data?: number;
  /** Into how many parts each copy's rows are cut. */
  microbatches: number;
  /** The order of the tasks. Default `1f1b`. */
  schedule?: "gpipe" | "1f1b" | Schedule;
}

/** The axes of a mesh that a pipeline needs, and what goes along them. */
interface Lines {
  /** The stages follow each other. */
  along: Axis;
  size: PipelineSize;
  schedule: NonNullable<PipelineOptions["schedule"]>;
  /** Devices share each stage's layers. */
  tensor?: { along: Axis; sequence: boolean };
}

/** A GPT in stages, see {@link pipeline}. A device's kind is its place along the axis of stages. */
class Pipeline extends ModelOnMesh {
  override readonly kinds: number;
  override readonly leastRows: number;
  private readonly stages: readonly Stage[];
  private readonly schedule: Schedule;
  private readonly layout: Layout;
  private readonly pass: Pass;

  constructor(
    readonly model: Gpt,
    mesh: Mesh,
    private readonly lines: Lines,
  ) {
    const { along, size, schedule, tensor } = lines;
    super(mesh, axesBut(mesh, along, tensor?.along));
    this.kinds = along.size;
    this.leastRows = size.microbatches;
    this.stages = stagesOf(model, size.stages); // first, because it refuses more stages than a schedule could list
    this.schedule = scheduleNamed(schedule, size);
    checkSchedule(this.schedule, size);
    if (tensor) refuseUnshareable(model, tensor.along, tensor.sequence);
    this.layout = new Layout(mesh, model, (weight) => {
      const shared = tensor ? layAlong(tensor.along.name, weight) : { cut: {} };
      return { ...shared, only: this.devicesOf(weight).map((device) => ({ [along.name]: device })) };
    });
    const sharing = tensor && sharingAlong(tensor.along, tensor.sequence);
    this.pass = { training: true, of: this.layout.of, sharing };
  }

  override get lossCopies(): number {
    return this.lines.tensor?.along.size ?? 1;
  }

  protected override kindOf(place: Coordinates): number {
    return place[this.lines.along.name];
  }

  parts(kind: number): readonly Part[] {
    const { tensor } = this.lines;
    return this.weightsOf(kind).map((weight) => this.layout.part(weight, tensor ? [tensor.along.name] : []));
  }

  backward(kind: number, rows: Rows, loss: Loss): Gradients {
    const { losses, gradients } = this.run(kind, rows, loss, true);
    const own = this.parts(kind).map(({ variable }) => gradients.get(variable)!); // every stage of the device has gone backward
    return { value: sumOf(losses), gradients: own };
  }

  override reduce(kind: number, gradients: readonly tf.Tensor[]): tf.Tensor[] {
    const tied = this.addTied(kind, gradients);
    const { tensor } = this.lines;
    return this.sumOverRows(tensor ? alikeAlong(tensor, { ...this, parts: this.parts(kind) }, tied) : tied);
  }

  evaluate(kind: number, rows: Rows, loss: Loss): tf.Scalar {
    return sumOf(this.run(kind, rows, loss, false).losses);
  }

  /** Runs a device's tasks: all of them in training, otherwise those that go forward. */
  private run(kind: number, rows: Rows, loss: Loss, training: boolean): Ran {
    const { stages, layout } = this;
    const { along, size } = this.lines;
    const cut = this.microbatches(rows);
    const pass = { ...this.pass, training };
    return run(this.schedule[kind], {
      ...{ along, size, training, device: kind },
      shapeOf: (microbatch) => this.shapeBetween(cut[microbatch].inputs),
      variablesOf: (stage) => stages[stage].weights.map((weight) => layout.partOf(weight)),
      compute: (stage, microbatch, x) => {
        const y = stages[stage].apply(x ?? cut[microbatch].inputs, pass);
        return stage === size.stages - 1 ? loss(y as tf.Tensor2D, cut[microbatch]) : y; // the last gives logits
      },
    });
  }

  norm(kind: number, gradients: readonly tf.Tensor[]): tf.Scalar {
    const { along, tensor } = this.lines;
    return normOf(this.parts(kind), gradients, [along, ...(tensor ? [tensor.along] : [])]);
  }

  get stored() {
    return this.layout.stored;
  }

  storedSlot(kind: number, part: Part, slot: { what: string; variable: tf.Variable }) {
    return [this.layout.storedSlot(part, slot, { [this.lines.along.name]: kind })];
  }

  protected get copies() {
    return this.layout.copies;
  }

  dispose(): void {
    this.layout.dispose();
  }

  private weightsOf(device: number): Weight[] {
    const { devices } = this.lines.size;
    return [...new Set(this.stages.flatMap(({ weights }, stage) => (stage % devices === device ? weights : [])))];
  }

  private devicesOf(weight: Weight): number[] {
    const { devices } = this.lines.size;
    const having = this.stages.flatMap(({ weights }, stage) => (weights.includes(weight) ? [stage % devices] : []));
    return [...new Set(having)];
  }

  /** The first and the last stage have the same table of tokens: its gradient is the sum of both. */
  private addTied(kind: number, gradients: readonly tf.Tensor[]): tf.Tensor[] {
    const { along, size } = this.lines;
    return this.weightsOf(kind).map((weight, index) => {
      const other = this.devicesOf(weight).find((device) => device !== kind);
      if (other === undefined) return gradients[index];
      const number = 2 * size.stages * size.microbatches;
      send(gradients[index], { along, from: kind, to: other, number });
      return tf.add(gradients[index], receive(gradients[index].shape, { along, from: other, to: kind, number }));
    });
  }

  private microbatches({ inputs, labels, counts }: Rows): Rows[] {
    const [rows, tokens = 1] = inputs.shape;
    const sizes = sharesOf(rows, this.leastRows);
    const ofLabels = sizes.map((size) => size * tokens);
    const [cutInputs, cutLabels] = [[inputs, sizes], [labels, ofLabels]] // prettier-ignore
      .map(([each, lengths]) => movedAsWords(each as tf.Tensor, (words) => tf.split(words, lengths as number[])));
    const cutCounts = counts && tf.split<tf.Tensor1D>(counts, ofLabels);
    return sizes.map((_, at) => ({
      inputs: cutInputs[at],
      labels: cutLabels[at] as tf.Tensor1D,
      counts: cutCounts?.[at],
    }));
  }

  private shapeBetween({ shape: [rows, tokens = 1] }: tf.Tensor): number[] {
    const { tensor } = this.lines;
    const share = tensor?.sequence ? tensor.along.size : 1;
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
 * Cuts a GPT into stages, one or several on each device along the axis `stage` of a mesh, through which microbatches go one after another.
 * Devices along `tensor` share each stage's layers. Along the other axes devices have copies, and rows of their own.
 * @throws one line when the stages do not fit the mesh; and when a model is placed that cannot be cut so, or the schedule leaves something
 * out or stands still.
 * @example await fit(model, data, { strategy: pipeline({ stages: 2, data: 2, microbatches: 8 }), optimizer, epochs });
 */
export function pipeline(options: PipelineOptions) {
  const { stages, tensor: devices, data, sequence = false, microbatches, schedule = "1f1b", ...choice } = options;
  // On a mesh that is given, a device may have several stages.
  const mesh = meshFor(choice, { data, stage: choice.mesh ? undefined : stages, tensor: devices }, ["stage", "stages"]);
  const along = mesh.axis("stage");
  const ofTensor = sequence ? mesh.axis("tensor") : mesh.axes.find(({ name }) => name === "tensor");
  const tensor = ofTensor && { along: ofTensor, sequence };
  const size = sizeOf(along, microbatches, stages);
  const named = typeof schedule === "string" ? schedule : "own";
  const sharding = { stages: size.stages, microbatches, schedule: named, ...(sequence && { sequence }) } as const;
  return onMesh({
    ...{ name: "pipeline", mesh, rowAxes: axesBut(mesh, along, ofTensor), sharding, leastRows: microbatches },
    place: (model) => new Pipeline(asGpt(model), mesh, { along, size, tensor, schedule }),
  });
}
