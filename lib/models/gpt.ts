import { tf } from "../tensorflow";
import * as ops from "../tensorflow/ops";
import { checkpointed, whole, type Block, type Chain, type Pass, type WholePass } from "./chain";
import { gptSizes } from "./gpt-sizes";
import { WeightFactory, type Weight } from "./initializers";

type Layer = (x: tf.Tensor3D, pass: WholePass) => tf.Tensor3D;

/** The sizes of a GPT. */
export interface GptOptions {
  /** How many different tokens there are. */
  vocabulary: number;
  /** The most tokens that it looks at, its own included. */
  context: number;
  /** Blocks of attention and a feed-forward network. */
  layers: number;
  /** Parts into which attention divides the width. */
  heads: number;
  /** Numbers for each token. */
  width: number;
  /** The share of values that training drops behind embeddings, attention and each half of a block. Default 0. */
  dropout?: number;
  /** Seed of the initial weights. Default 0. */
  seed?: number;
  /** Whether training keeps only the input of each block, and computes the block again in the backward pass. Default false. */
  checkpoint?: boolean;
}

/** A decoder-only transformer, as GPT-2 has it (A. Radford et al., 2019), with the exact GELU. Weights have GPT-2's names and shapes. */
export interface Gpt extends Chain<tf.Tensor3D> {
  /** A published size's name, or its numbers: `gpt-4x128`. */
  readonly name: string;
  readonly options: GptOptions;
  readonly weights: Weight[];
  readonly trainableWeights: Weight[];
  /** Those that `embed` uses. */
  readonly embedding: readonly Weight[];
  /** Those that `head` uses: the table of tokens is the embedding's. */
  readonly heading: readonly Weight[];
  /** Tokens to vectors: [rows, tokens] to [rows, tokens, width]. */
  embed(tokens: tf.Tensor2D, pass: Pass): tf.Tensor3D;
  /** Vectors to logits, by the same table as `embed`: [rows, tokens, width] to [rows · tokens, vocabulary]. */
  head(x: tf.Tensor3D, pass: Pass): tf.Tensor2D;
  /**
   * All parts, one after another.
   * @param tokens int32, shape [rows, tokens], at most `context` tokens each.
   * @returns logits of each next token, shape [rows · tokens, vocabulary].
   * @throws one line when there are more tokens than `context`.
   */
  apply(tokens: tf.Tensor2D, pass: Pass): tf.Tensor2D;
}

/** Whether a model is a GPT, and so takes text. */
export const isGpt = (model: Chain): model is Gpt => "embedding" in model;

/**
 * Builds a GPT with GPT-2's initial weights: normal numbers of deviation 0.02, less for what is added to the residual stream.
 * @throws one line when a size is no whole number from 1, or the width is no multiple of the heads.
 */
export function gpt(options: GptOptions): Gpt {
  const { vocabulary, context, layers, heads, width, dropout = 0, seed = 0 } = options;
  refuseSizes({ vocabulary, context, layers, heads, width });
  if (width % heads !== 0) {
    throw new Error(`A width of ${width} cannot be divided among ${heads} heads: make it a multiple of ${heads}.`);
  }
  if (!(dropout >= 0 && dropout < 1)) throw new Error(`The dropout is ${dropout}, but must be from 0 to below 1.`);
  const factory = new WeightFactory(seed);
  const tokenTable = factory.normal<tf.Rank.R2>("wte.weight", [vocabulary, width], 0.02);
  const placeTable = factory.normal<tf.Rank.R2>("wpe.weight", [context, width], 0.02);
  const drop = <T extends tf.Tensor>(x: T, training: boolean): T =>
    training && dropout > 0 ? (tf.dropout(x, dropout) as T) : x; // it keeps the shape
  const blocks = Array.from({ length: layers }, (_, layer): Block<tf.Tensor3D> => {
    const { part, weights } = factory.part(() => block(factory, `h.${layer}`, options, drop));
    const apply = options.checkpoint ? checkpointed(part, weights) : part;
    return { weights, apply: (x, pass) => apply(x, whole(pass)) };
  });
  const finish = normalization(factory, "ln_f", width);
  const { weights } = factory;
  const embed = (tokens: tf.Tensor2D, pass: Pass): tf.Tensor3D => {
    const [, length] = tokens.shape;
    if (length > context)
      throw new Error(`Rows have ${length} tokens, but this GPT looks at ${context}: shorten them.`);
    const { of, training, sharing } = whole(pass);
    const places = tf.slice(of(placeTable), [0, 0], [length, width]);
    return sharing.begin(drop(tf.add<tf.Tensor3D>(ops.lookUp(of(tokenTable), tokens), places), training));
  };
  const head = (x: tf.Tensor3D, pass: Pass): tf.Tensor2D => {
    const { of, sharing } = whole(pass);
    const finished = finish(sharing.end(x), whole(pass));
    return tf.matMul(asMatrix(finished), ops.oneUse(of(tokenTable)), false, true);
  };
  const [ofTokens, ofPlaces] = weights;
  return {
    ...{ name: nameOf(options), options, weights, trainableWeights: weights, classes: vocabulary },
    ...{ checkpoint: options.checkpoint === true, embed, blocks, head },
    ...{ embedding: [ofTokens, ofPlaces], heading: [...weights.slice(-2), ofTokens] },
    parameters: weights.reduce((sum, { variable }) => sum + variable.size, 0),
    apply: (tokens, pass) =>
      tf.tidy(() =>
        head(
          blocks.reduce((x, { apply }) => apply(x, pass), embed(tokens, pass)),
          pass,
        ),
      ),
    dispose: () => weights.forEach(({ variable }) => variable.dispose()),
  };
}

/** A known size's name, whatever its context. */
function nameOf({ layers, heads, width }: GptOptions): string {
  const known = Object.entries(gptSizes).find(
    ([, sizes]) => sizes.layers === layers && sizes.heads === heads && sizes.width === width,
  );
  return known?.[0] ?? `gpt-${layers}x${width}`;
}

type Drop = <T extends tf.Tensor>(x: T, training: boolean) => T;

function block(factory: WeightFactory, name: string, options: GptOptions, drop: Drop): Layer {
  const { width, layers } = options;
  const residual = 0.02 / Math.sqrt(2 * layers);
  const before = normalization(factory, `${name}.ln_1`, width);
  const attend = attention(factory, `${name}.attn`, options, residual, drop);
  const between = normalization(factory, `${name}.ln_2`, width);
  const widen = linear(factory, `${name}.mlp.c_fc`, [width, 4 * width], 0.02);
  const narrow = linear(factory, `${name}.mlp.c_proj`, [4 * width, width], residual);
  return (x, pass) => {
    const { enter } = pass.sharing;
    const attended = added(x, attend(enter(before(x, pass)), pass), pass, drop);
    const { product, bias } = widen(enter(between(attended, pass)), pass);
    return added(attended, narrow(ops.biasGelu(product, bias), pass), pass, drop);
  };
}

/** Causal self-attention: each token looks at itself and those before it (A. Vaswani et al., Attention Is All You Need, 2017). */
function attention(factory: WeightFactory, name: string, { heads, width }: GptOptions, deviation: number, drop: Drop) {
  const project = linear(factory, `${name}.c_attn`, [width, 3 * width], 0.02);
  const join = linear(factory, `${name}.c_proj`, [width, width], deviation);
  const depth = width / heads;
  return (x: tf.Tensor3D, pass: WholePass): Linear => {
    const { product, bias } = project(x, pass);
    // A device that shares the layer has some of the heads.
    const parts = ops.divideHeads(product, bias, depth);
    const seen = parts.map(({ query, key, value }) =>
      tf.matMul<tf.Tensor4D>(drop(ops.causalWeights(query, key), pass.training), value),
    );
    return join(ops.joinHeads(seen), pass);
  };
}

function normalization(factory: WeightFactory, name: string, width: number): Layer {
  const gain = factory.vector(`${name}.weight`, width, 1);
  const bias = factory.vector(`${name}.bias`, width, 0);
  return (x, { of }) => ops.layerNorm(x, of(gain), of(bias));
}

/** A linear layer's product, and the bias that is still to be added: what follows adds it along with what it computes. */
interface Linear {
  product: tf.Tensor3D;
  bias: tf.Tensor1D;
}

function linear(factory: WeightFactory, name: string, shape: [number, number], deviation: number) {
  const kernel = factory.normal<tf.Rank.R2>(`${name}.weight`, shape, deviation);
  const bias = factory.vector(`${name}.bias`, shape[1], 0);
  return (x: tf.Tensor3D, { of }: WholePass): Linear => ({ product: linearProduct(x, of(kernel)), bias: of(bias) });
}

function linearProduct(x: tf.Tensor3D, kernel: tf.Tensor2D): tf.Tensor3D {
  return ops.matMul(asMatrix(x), kernel).reshape([...x.shape.slice(0, 2), kernel.shape[1]]);
}

/**
 * Adds a layer's output to the residual stream. Devices may each have computed a share of it. Of matrices, TensorFlow adds along with the
 * product.
 */
function added(x: tf.Tensor3D, { product, bias }: Linear, { sharing, training }: WholePass, drop: Drop): tf.Tensor3D {
  const y = drop(ops.biasAdd(asMatrix(sharing.leave(product)), bias), training);
  return tf.add(asMatrix(x), y).reshape(x.shape);
}

const asMatrix = (x: tf.Tensor3D): tf.Tensor2D => x.reshape([-1, x.shape[2]]);

function refuseSizes(sizes: Record<string, number>): void {
  const wrong = Object.entries(sizes).find(([, size]) => !Number.isInteger(size) || size < 1);
  if (wrong) throw new Error(`A GPT's ${wrong[0]} is ${wrong[1]}, but must be a whole number from 1.`);
}
