import { checkpoint, type tf } from "../tensorflow";
import type { Weight } from "./initializers";

/** One pass through a model. */
export interface Pass {
  /** Whether values are dropped, statistics are those of the batch, and blocks are computed again where that was chosen. */
  training: boolean;
  /** What stands for a weight: the variable itself, or what a strategy has gathered of its parts. Default: the variable. */
  of?: <R extends tf.Rank>(weight: tf.Variable<R>) => tf.Tensor<R>;
  /** How devices share what a layer computes. Default: one device computes all of it. */
  sharing?: Sharing;
  /** Whether the same was computed before, in the forward pass: BatchNorm's moving statistics must not move twice. Default false. */
  again?: boolean;
}

/**
 * What devices that compute parts of the same layers do between them, with the gradients of that (M. Shoeybi et al., Megatron-LM, 2019).
 * Tensors are [rows, tokens, width].
 */
export interface Sharing {
  /** Of all that was embedded, what this device's blocks go on with. */
  begin(x: tf.Tensor3D): tf.Tensor3D;
  /** Before layers whose outputs devices share. */
  enter(x: tf.Tensor3D): tf.Tensor3D;
  /** Behind layers whose inputs they share: adds up what each device has computed of its share. */
  leave(x: tf.Tensor3D): tf.Tensor3D;
  /** The reverse of `begin`. */
  end(x: tf.Tensor3D): tf.Tensor3D;
}

const same = (x: tf.Tensor3D): tf.Tensor3D => x;
const alone: Sharing = { begin: same, enter: same, leave: same, end: same };

/** A pass with everything that it may leave out. */
export type WholePass = Required<Pass>;

export const whole = ({ of = (weight) => weight, sharing = alone, again = false, training }: Pass): WholePass => ({
  ...{ of, sharing, again, training },
});

/** A part of a network: what it computes of the part's before it, and the trainable weights that it does so with. */
export interface Block<X extends tf.Tensor = tf.Tensor> {
  readonly weights: readonly Weight[];
  apply(x: X, pass: Pass): X;
}

/** A network as parts that follow one another. Strategies divide it between its blocks. */
export interface Chain<X extends tf.Tensor = tf.Tensor> {
  readonly name: string;
  /** How many numbers the weights hold, trainable or not. */
  readonly parameters: number;
  /** How many classes or tokens the logits tell apart. */
  readonly classes: number;
  /** Whether training keeps only the input of each block, and computes the block again in the backward pass. */
  readonly checkpoint: boolean;
  readonly weights: readonly Weight[];
  readonly trainableWeights: readonly Weight[];
  /** What comes before the blocks: a stem, or the tokens' embedding. */
  embed(inputs: tf.Tensor, pass: Pass): X;
  readonly blocks: readonly Block<X>[];
  /** What comes behind them. @returns logits, [labels, classes]. */
  head(x: X, pass: Pass): tf.Tensor2D;
  /** All parts, one after another. */
  apply(inputs: tf.Tensor, pass: Pass): tf.Tensor2D;
  /** Frees the weights. */
  dispose(): void;
}

/** BatchNorm's moving statistics. */
export const statisticsOf = ({ weights }: Pick<Chain, "weights">): tf.Variable[] =>
  weights.filter(({ trainable, constant }) => !trainable && !constant).map(({ variable }) => variable);

type Part<X extends tf.Tensor> = (x: X, pass: WholePass) => X;

/** A part of which training keeps only the input, and which the backward pass computes again, see `checkpoint` of the engine. */
export function checkpointed<X extends tf.Tensor>(part: Part<X>, weights: readonly Weight[]): Part<X> {
  return (x, pass) => {
    if (!pass.training) return part(x, pass);
    let again = false;
    const computed = (input: X, values: readonly tf.Tensor[]): X => {
      const of = <R extends tf.Rank>(weight: tf.Variable<R>) =>
        values[weights.findIndex(({ variable }) => variable === weight)] as tf.Tensor<R>;
      const y = part(input, { ...pass, of, again });
      again = true;
      return y;
    };
    return checkpoint(
      computed,
      x,
      weights.map(({ variable }) => pass.of(variable)),
    );
  };
}
