import type { Gpt, Pass, Sharing, Weight } from "../models";
import type { Gradients, Loss, Part, Rows } from "../strategy";
import { allGather, allReduce, partAlong, reduceScatter, tf, type Along, type Axis } from "../tensorflow/engine";
import { withGradient } from "../tensorflow/ops";
import { Layout, type Lay } from "./layout";
import { meshFor, type Mesh, type MeshChoice } from "./mesh";
import { asGpt, axesBut, ModelOnMesh, normOf, onMesh } from "./on-mesh";

/** How devices share the layers of a GPT's blocks (M. Shoeybi et al., Megatron-LM, 2019), along the axis `tensor` of a mesh. */
export interface TensorOptions {
  /** How many devices share each layer. With a mesh, this is the length of its axis. */
  tensor?: number;
  /**
   * Whether they also share the tokens between those layers, so that each keeps only its part of the activations there
   * (V. Korthikanti et al., Reducing Activation Recomputation in Large Transformer Models, 2022). Default false.
   */
  sequence?: boolean;
}

type Differentiable = (x: tf.Tensor3D) => tf.Tensor3D;

/** A function and what takes the gradient of its result to that of its input. */
const pair =
  (forward: (x: tf.Tensor) => tf.Tensor, gradient: (dy: tf.Tensor) => tf.Tensor): Differentiable =>
  (x) =>
    withGradient([x], () => ({ value: forward(x), gradient }));

/** What the devices along an axis do between the layers that they share. */
export function sharingAlong(along: Axis, sequence: boolean): Sharing {
  const copy = (x: tf.Tensor): tf.Tensor => x.clone();
  const sum = (x: tf.Tensor): tf.Tensor => allReduce([x], { along })[0];
  if (!sequence) {
    const same: Differentiable = (x) => x;
    return { begin: same, enter: pair(copy, sum), leave: pair(sum, copy), end: same };
  }
  const tokens: Along = { along, dimension: 1 };
  const gather = (x: tf.Tensor): tf.Tensor => allGather(x, tokens);
  const scatter = (x: tf.Tensor): tf.Tensor => reduceScatter(x, tokens);
  const part = (x: tf.Tensor): tf.Tensor => partAlong(x, along, 1);
  // All devices embed all tokens, and compute the loss of all: what they get is equal, and is taken apart without adding up.
  return {
    begin: pair(part, gather),
    enter: pair(gather, scatter),
    leave: pair(scatter, gather),
    end: pair(gather, part),
  };
}

/**
 * How devices along an axis share a weight: the columns of a layer that follows another, and the rows of one that is followed. Of the
 * three parts of attention's projection, queries, keys and values, each device has some heads.
 */
export function layAlong(axis: string, { name, variable: { shape } }: Weight): Lay {
  const last = shape.length - 1;
  if (/attn\.c_attn\./.test(name)) {
    return { cut: { [axis]: last + 1 }, view: [...shape.slice(0, last), 3, shape[last] / 3] };
  }
  if (/mlp\.c_fc\./.test(name)) return { cut: { [axis]: last } };
  return { cut: /\.c_proj\.weight$/.test(name) ? { [axis]: 0 } : {} };
}

/** @throws one line when a GPT cannot be shared among so many devices. */
export function refuseUnshareable({ options }: Gpt, { size, name }: Axis, sequence: boolean): void {
  const { heads, dropout = 0, context } = options;
  if (heads % size !== 0) {
    throw new Error(
      `${heads} heads cannot be shared among ${size} devices along ${name}: make them a multiple of ${size}.`,
    );
  }
  if (sequence && context % size !== 0) {
    throw new Error(
      `${context} tokens cannot be shared among ${size} devices along ${name}: make them a multiple of ${size}.`,
    );
  }
  // Each device draws random numbers of its own, and would drop other values of the same tensor.
  if (size > 1 && dropout > 0)
    throw new Error(`Devices that share layers cannot drop values: set the dropout to 0 instead of ${dropout}.`);
}

/**
 * The gradients of weights of which all devices along an axis have copies: their sums, where each has seen only its part of the tokens.
 * Elsewhere all have seen the same. On GPUs they round it differently, so that copies would drift apart: there, the mean takes its place.
 */
export function alikeAlong(
  { along, sequence }: { along: Axis; sequence: boolean },
  { model, parts, mesh }: { model: Gpt; parts: readonly Part[]; mesh: Mesh },
  gradients: readonly tf.Tensor[],
): tf.Tensor[] {
  const ofBlocks = new Set(model.blocks.flatMap(({ weights }) => weights.map(({ name }) => name)));
  const isSummed = ({ name }: Part): boolean => sequence && ofBlocks.has(name); // only in blocks are tokens shared
  const shared = parts.flatMap((part, index) =>
    part.copies > 1 && (isSummed(part) || mesh.roundsDifferently) ? [index] : [],
  );
  const sums = allReduce(
    shared.map((index) => gradients[index]),
    { along },
  );
  const alike = [...gradients];
  shared.forEach((index, at) => (alike[index] = isSummed(parts[index]) ? sums[at] : tf.div(sums[at], along.size)));
  return alike;
}

/** How devices share layers, and how many copies of the model there are. */
export interface TensorParallelOptions extends MeshChoice, TensorOptions {
  /** How many copies there are, each with rows of its own. Default 1. */
  data?: number;
}

/** A GPT whose layers devices share, see {@link tensorParallel}. */
class TensorParallel extends ModelOnMesh {
  private readonly layout: Layout;
  private readonly all: readonly Part[];
  private readonly pass: Pass;

  constructor(
    readonly model: Gpt,
    mesh: Mesh,
    private readonly shared: { along: Axis; sequence: boolean },
  ) {
    const { along, sequence } = shared;
    super(mesh, axesBut(mesh, along));
    refuseUnshareable(model, along, sequence);
    this.layout = new Layout(mesh, model, (weight) => layAlong(along.name, weight));
    this.all = model.weights.map((weight) => this.layout.part(weight, [along.name]));
    this.pass = { training: true, of: this.layout.of, sharing: sharingAlong(along, sequence) };
  }

  override get lossCopies(): number {
    return this.shared.along.size;
  }

  parts(): readonly Part[] {
    return this.all;
  }

  backward(_kind: number, rows: Rows, loss: Loss): Gradients {
    const variables = this.all.map(({ variable }) => variable);
    const { value, grads } = tf.variableGrads(
      () => loss(this.model.apply(rows.inputs as tf.Tensor2D, this.pass), rows),
      variables,
    );
    return { value, gradients: variables.map(({ name }) => grads[name]) };
  }

  override reduce(_kind: number, gradients: readonly tf.Tensor[]): tf.Tensor[] {
    return this.sumOverRows(alikeAlong(this.shared, { ...this, parts: this.all }, gradients));
  }

  evaluate(_kind: number, rows: Rows, loss: Loss): tf.Scalar {
    return loss(this.model.apply(rows.inputs as tf.Tensor2D, { ...this.pass, training: false }), rows);
  }

  norm(_kind: number, gradients: readonly tf.Tensor[]): tf.Scalar {
    return normOf(this.all, gradients, [this.shared.along]);
  }

  get stored() {
    return this.layout.stored;
  }

  storedSlot(_kind: number, part: Part, slot: { what: string; variable: tf.Variable }) {
    return [this.layout.storedSlot(part, slot)];
  }

  protected get copies() {
    return this.layout.copies;
  }

  dispose(): void {
    this.layout.dispose();
  }
}

/**
 * Lets devices share the layers of a GPT: attention by heads, the feed-forward network by columns and rows. Along the other axes of a mesh
 * they have copies, and rows of their own.
 * @throws one line when a model is placed whose heads, or with `sequence` tokens, cannot be shared among so many devices.
 * @example await fit(model, data, { strategy: tensorParallel({ tensor: 4 }), optimizer, epochs });
 */
export function tensorParallel({ tensor, data, sequence = false, ...choice }: TensorParallelOptions) {
  const mesh = meshFor(choice, { data, tensor }, ["tensor", "tensor"]);
  const along = mesh.axis("tensor");
  return onMesh({
    ...{ name: "tensor", mesh, rowAxes: axesBut(mesh, along), sharding: sequence ? { sequence } : {} },
    place: (model) => new TensorParallel(asGpt(model), mesh, { along, sequence }),
  });
}
