import { nativeOp, tf, together, type Precision } from "../tensorflow/engine";
import { globalNorm } from "./clipping";
import type { NamedVariable, NormOf } from "./optimizer";

// Keras's LossScaleOptimizer has the same numbers.
const FIRST_SCALE = 2 ** 15;
const UPDATES_UNTIL_GROWTH = 2000;
// Below it, gradients that still overflow are no matter of scale.
const LEAST_SCALE = 1;

/**
 * Dynamic loss scaling, as Keras's LossScaleOptimizer does it. The gradients of a large batch's mean loss are so small that
 * float16 rounds most of them to 0: its smallest number is 6e-8. So the loss is multiplied by a scale before the backward pass,
 * and the gradients are divided by it in float32. When a gradient overflows, the update is left out and the scale halved; after
 * 2,000 updates without that, it doubles (P. Micikevicius et al., Mixed Precision Training, 2018).
 */
export class LossScale {
  private readonly scale = scalar(FIRST_SCALE);
  /** Updates since the scale changed. */
  private readonly updates = scalar(0);

  /** The variables, for checkpoints. */
  get variables(): NamedVariable[] {
    return [
      { name: "loss_scale", variable: this.scale },
      { name: "loss_scale/updates", variable: this.updates },
    ];
  }

  /** The loss to differentiate. Call it inside the captured step. */
  scaled(loss: tf.Scalar): tf.Scalar {
    return tf.mul(loss, this.scale);
  }

  /** A scaled loss as it is without. */
  unscaledLoss(loss: tf.Scalar): tf.Scalar {
    return tf.div(loss, this.scale);
  }

  /**
   * Divides gradients by the scale and adapts the scale. Call it inside the captured step, with the gradients of all replicas
   * added up: then every replica comes to the same result.
   * @param gradients float32.
   * @param normOf Computes their global norm, where other devices have others. Default: these are all.
   * @returns `isFinite`: whether all gradients are finite numbers, a scalar; if not, the gradients are zeros, and the update
   * must change nothing.
   */
  unscaled(
    gradients: readonly tf.Tensor[],
    normOf: NormOf = globalNorm,
  ): { gradients: tf.Tensor[]; isFinite: tf.Scalar } {
    const { scale } = this;
    // A sum of squares is finite if all numbers are: one pass over each gradient, without a tensor of its size.
    const isFinite = tf.isFinite<tf.Scalar>(normOf(gradients));
    const factor = tf.where(isFinite, tf.div(1, scale), tf.scalar(0));
    // Unlike a product, it gives 0 for 0 times infinity.
    const [divided] = together([gradients], (gradient) =>
      nativeOp("MulNoNan", { T: { type: "float32" } }, [gradient, factor]),
    );
    this.adapt(isFinite);
    return { gradients: divided, isFinite };
  }

  private adapt(isFinite: tf.Scalar): void {
    const { scale, updates } = this;
    const since = tf.add<tf.Scalar>(updates, 1);
    const grows = tf.greaterEqual(since, UPDATES_UNTIL_GROWTH);
    const grown = tf.where<tf.Scalar>(grows, tf.mul<tf.Scalar>(scale, 2), scale);
    updates.assign(tf.where<tf.Scalar>(tf.logicalAnd(isFinite, tf.logicalNot(grows)), since, tf.scalar(0)));
    const halved = tf.maximum<tf.Scalar>(tf.div<tf.Scalar>(scale, 2), LEAST_SCALE);
    scale.assign(tf.where<tf.Scalar>(isFinite, grown, halved));
  }

  /**
   * Makes a pass that moves BatchNorm's statistics, inside the captured step. Where they would be no finite numbers, because the
   * batch overflowed, they stay as they were: its update is left out, and NaN would stay in them for good.
   */
  keepingFinite<T>(statistics: readonly tf.Variable[], pass: () => T): T {
    return keeping(statistics, pass, (moved, before) => tf.where(tf.isFinite(moved), moved, before));
  }

  /** @throws one line when the last update was left out although the scale is at its least: none will be made again. */
  refuseStandstill(): void {
    const [scale, updates] = this.variables.map(({ variable }) => variable.dataSync()[0]);
    if (scale > LEAST_SCALE || updates > 0) return;
    throw new Error(
      `The gradients are no finite numbers even with a loss scale of ${LEAST_SCALE}, so the weights do not change any more: ` +
        "take a lower learning rate, or another precision.",
    );
  }

  dispose(): void {
    this.scale.dispose();
    this.updates.dispose();
  }
}

/**
 * Makes a pass that moves BatchNorm's statistics, inside a captured step, and chooses what they then are.
 * @param chosen Of what they have become and were before. Default: they stay as they were.
 */
export function keeping<T>(
  statistics: readonly tf.Variable[],
  pass: () => T,
  chosen = (_moved: tf.Tensor, before: tf.Tensor): tf.Tensor => before,
): T {
  const [before] = together([statistics], (variable) => [tf.mul(variable, 1)]); // values of their own, read before the pass
  const result = pass();
  const [kept] = together([statistics, before], (variable, old) => [chosen(variable, old)]);
  statistics.forEach((variable, index) => variable.assign(kept[index]));
  return result;
}

/** The loss scale that a training in this precision needs. */
export const lossScaleFor = (precision: Precision): LossScale | undefined =>
  precision === "mixed_float16" ? new LossScale() : undefined;

type ScalarVariable = tf.Variable<tf.Rank.R0>;
const scalar = (value: number): ScalarVariable => tf.tidy(() => tf.variable(tf.scalar(value), false));
