import type { Gpt, Pass, Sharing, Weight } from "../models";
import { allGather, allReduce, partAlong, reduceScatter, tf, type Along, type Axis } from "../tensorflow/engine";
import { withGradient } from "../tensorflow/ops";
import { Layout, type Lay } from "./layout";
import type { Mesh } from "./mesh";
import { normOf, sumAlong, type Gradients, type Loss, type Part, type Rows, type ShardedModel } from "./sharded-model";

/** How devices share the layers of a GPT's blocks (M. Shoeybi et al., Megatron-LM, 2019). */
export interface TensorAxis {
  /** The axis of the mesh along which they do. Default `tensor`. */
  along?: string;
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

/** The gradients of weights of which all devices have copies, where each has seen only its part of the tokens: their sums. */
export function sumCopies(
  parts: readonly Part[],
  gradients: readonly tf.Tensor[],
  {
    along,
    inBlocks,
  }: {
    along: Axis;
    /** Whether a part belongs to a block: only there are tokens shared. */
    inBlocks: (part: Part) => boolean;
  },
): tf.Tensor[] {
  const shared = parts.flatMap((part, index) => (part.copies > 1 && inBlocks(part) ? [index] : []));
  const sums = allReduce(
    shared.map((index) => gradients[index]),
    { along },
  );
  return gradients.map((gradient, index) => (shared.includes(index) ? sums[shared.indexOf(index)] : gradient));
}

export interface TensorParallelOptions extends TensorAxis {
  mesh: Mesh;
}

/** A GPT whose layers devices share, see {@link tensorParallel}. */
class TensorParallel implements ShardedModel {
  readonly mesh: Mesh;
  readonly rowAxes: readonly Axis[];
  readonly kinds = 1;
  readonly leastRows = 1;
  private readonly along: Axis;
  private readonly layout: Layout;
  private readonly all: readonly Part[];
  private readonly pass: Pass;
  private readonly sequence: boolean;

  constructor(
    readonly model: Gpt,
    { mesh, along = "tensor", sequence = false }: TensorParallelOptions,
  ) {
    this.mesh = mesh;
    this.along = mesh.axis(along);
    this.sequence = sequence;
    refuseUnshareable(model, this.along, sequence);
    this.rowAxes = mesh.axes.filter((axis) => axis !== this.along);
    this.layout = new Layout(mesh, model, (weight) => layAlong(along, weight));
    this.all = model.weights.map((weight) => this.layout.part(weight, [along]));
    this.pass = { training: true, of: this.layout.of, sharing: sharingAlong(this.along, sequence) };
  }

  get sharding() {
    return { name: "tensor", ...(this.sequence && { sequence: true }) };
  }

  get lossCopies(): number {
    return this.along.size;
  }

  kindOf(): number {
    return 0;
  }

  parts(): readonly Part[] {
    return this.all;
  }

  backward(_kind: number, { inputs, targets }: Rows, loss: Loss): Gradients {
    const variables = this.all.map(({ variable }) => variable);
    const { value, grads } = tf.variableGrads(
      () => loss(this.model.apply(inputs as tf.Tensor2D, this.pass), targets),
      variables,
    );
    const own = variables.map(({ name }) => grads[name]);
    const blocks = new Set(this.model.blocks.flatMap(({ weights }) => weights.map(({ name }) => name)));
    const inBlocks = ({ name }: Part): boolean => blocks.has(name);
    const summed = this.sequence ? sumCopies(this.all, own, { along: this.along, inBlocks }) : own;
    return { value, gradients: sumAlong(summed, this.rowAxes) };
  }

  evaluate(_kind: number, { inputs, targets }: Rows, loss: Loss): tf.Scalar {
    return loss(this.model.apply(inputs as tf.Tensor2D, { ...this.pass, training: false }), targets);
  }

  update(): void {
    // The parts are all there is.
  }

  norm(_kind: number, gradients: readonly tf.Tensor[]): tf.Scalar {
    return normOf(this.all, gradients, [this.along]);
  }

  get stored() {
    return this.layout.stored;
  }

  storedSlot(_kind: number, part: Part, slot: { what: string; variable: tf.Variable }) {
    return [this.layout.storedSlot(part, slot)];
  }

  dispose(): void {
    this.model.dispose();
    this.layout.dispose();
  }
}

/**
 * Lets the devices along an axis share the layers of a GPT: attention by heads, the feed-forward network by columns and rows. Along the
 * other axes they have copies, and rows of their own.
 * @throws one line when the heads, or with `sequence` the tokens, cannot be shared among so many devices.
 */
export const tensorParallel = (model: Gpt, options: TensorParallelOptions): ShardedModel =>
  new TensorParallel(model, options);
