import { nativeOp, tf, type Mirrors } from "../tensorflow";

/** A variable that has not the same bits everywhere, and the first replica where it differs from replica 0. */
export interface Unlike {
  name: string;
  replica: number;
}

/** Compares variables between replicas, bit by bit, so that two NaN of the same bits are equal and 0 and -0 are not. */
export function firstUnlike(
  variables: readonly { name: string; variable: tf.Variable }[],
  mirrors: Mirrors,
): Unlike | undefined {
  for (const { name, variable } of variables) {
    const replica = tf.tidy(() => {
      const [first, ...others] = mirrors.values(variable).map(bits);
      const differs = others.findIndex((other) => tf.notEqual(first, other).any().dataSync()[0] !== 0);
      return differs + 1;
    });
    if (replica > 0) return { name, replica };
  }
  return undefined;
}

function bits(tensor: tf.Tensor): tf.Tensor {
  if (tensor.dtype !== "float32") return tensor;
  return nativeOp("Bitcast", { T: { type: "float32" }, type: { type: "int32" } }, [tensor])[0];
}
