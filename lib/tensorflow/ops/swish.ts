import { tf } from "../backend";
import { nativeOp } from "../native-op";
import { withGradient } from "../own-gradient";

const attributes = { T: { type: "float32" } } as const;

/** a x sigmoid(b) in one pass over memory: it is the gradient of softplus. */
const timesSigmoid = (a: tf.Tensor, b: tf.Tensor): tf.Tensor => nativeOp("SoftplusGrad", attributes, [a, b])[0];

/**
 * x sigmoid(x), also called SiLU. The gradient computes the sigmoid again instead of keeping it:
 * sigmoid(x) (1 + x - x sigmoid(x)), where the last product is the output, which the next layer keeps anyway.
 */
export function swish<T extends tf.Tensor>(x: T): T {
  return withGradient([x], () => {
    const y = timesSigmoid(x, x);
    const gradient = (dy: tf.Tensor, [keptX, keptY]: tf.Tensor[]) =>
      timesSigmoid(tf.mul(tf.add(tf.sub(keptX, keptY), 1), dy), keptX);
    return { value: y, keeps: [x, y], gradient };
  });
}
