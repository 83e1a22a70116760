import { joinedOf, joinsSmall, nativeOp, tf, together } from "../tensorflow/engine";
import type { BoundOptimizer, NormOf, Optimizer } from "./optimizer";

/**
 * An optimizer that gets gradients of a limited size. Where their global norm, the root of the sum of all squares, is greater than the
 * limit, all are multiplied by limit / norm (R. Pascanu et al., On the Difficulty of Training Recurrent Neural Networks, 2013).
 * @throws one line when the limit is not greater than 0.
 */
export function clipped(optimizer: Optimizer, clipNorm: number): Optimizer {
  if (!(clipNorm > 0))
    throw new Error(`Gradients are clipped to a norm of ${clipNorm}, but it must be greater than 0.`);
  return {
    ...optimizer,
    clipNorm,
    bind: (weights, normOf = globalNorm) => withClipping(optimizer.bind(weights), clipNorm, normOf),
  };
}

function withClipping(bound: BoundOptimizer, clipNorm: number, normOf: NormOf): BoundOptimizer {
  return {
    ...bound,
    update(gradients, rate, isFinite) {
      const norm = normOf(gradients);
      const factor = tf.div<tf.Scalar>(clipNorm, tf.maximum(norm, clipNorm));
      const [shortened] = together([gradients], (gradient) => [tf.mul(gradient, factor)]);
      bound.update(shortened, rate, isFinite);
    },
  };
}

/** The root of the sum of the squares of all numbers in these tensors. */
export function globalNorm(tensors: readonly tf.Tensor[]): tf.Scalar {
  // L2Loss is half of the sum of the squares, without a tensor of that size.
  const small = tensors.filter(joinsSmall);
  const each = small.length > 0 ? [joinedOf(small), ...tensors.filter((tensor) => !joinsSmall(tensor))] : tensors;
  const halves = each.map((tensor) => nativeOp("L2Loss", { T: { type: "float32" } }, [tensor])[0]);
  return tf.sqrt(tf.mul<tf.Scalar>(tf.addN(halves), 2));
}
