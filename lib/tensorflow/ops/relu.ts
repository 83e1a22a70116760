import type { tf } from "../backend";
import { nativeOp } from "../native-op";
import { withGradient } from "../own-gradient";

const attributes = { T: { type: "float32" } } as const;

/** max(x, 0). The gradient needs only the output (`ReluGrad`), so the input need not stay in memory. */
export function relu<T extends tf.Tensor>(x: T): T {
  return withGradient([x], () => {
    const [y] = nativeOp("Relu", attributes, [x]);
    return { value: y, keeps: [y], gradient: (dy, [kept]) => nativeOp("ReluGrad", attributes, [dy, kept])[0] };
  });
}
