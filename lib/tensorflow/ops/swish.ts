import { tf } from "../backend";
import { nativeOp } from "../native-op";

const attributes = { T: { type: "float32" } } as const;

/** a x sigmoid(b) in one pass over memory: it is the gradient of softplus. */
const timesSigmoid = (a: tf.Tensor, b: tf.Tensor): tf.Tensor => nativeOp("SoftplusGrad", attributes, [a, b])[0];

/**
 * x sigmoid(x), also called SiLU. The gradient computes the sigmoid again instead of keeping it:
 * sigmoid(x) (1 + x - x sigmoid(x)), where the last product is the output, which the next layer keeps anyway.
 */
export function swish<T extends tf.Tensor>(x: T): T {
  const differentiable = tf.customGrad<T>((_x, save) => {
    const y = timesSigmoid(x, x) as T; // the op keeps the shape
    (save as tf.GradSaveFunc)([x, y]); // customGrad passes it after the inputs, which its type cannot say
    return {
      value: y,
      gradFunc: (dy, [savedX, savedY]) => timesSigmoid(tf.mul(tf.add(tf.sub(savedX, savedY), 1), dy), savedX),
    };
  });
  return differentiable(x);
}
