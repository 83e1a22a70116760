import { tf } from "../backend";
import { nativeOp } from "../native-op";

const attributes = { T: { type: "float32" } } as const;

/** max(x, 0). The gradient needs only the output (`ReluGrad`), so the input need not stay in memory. */
export function relu<T extends tf.Tensor>(x: T): T {
  const differentiable = tf.customGrad<T>((_x, save) => {
    const y = nativeOp("Relu", attributes, [x])[0] as T; // the op keeps the shape
    (save as tf.GradSaveFunc)([y]); // customGrad passes it after the inputs, which its type cannot say
    return { value: y, gradFunc: (dy, [saved]) => nativeOp("ReluGrad", attributes, [dy, saved])[0] };
  });
  return differentiable(x);
}
