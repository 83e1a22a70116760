import { tf } from "../backend";
import { nativeOp } from "../native-op";

/** Whether a step in mixed precision is being recorded. */
let isMixed = false;

/** How many gradients, or parts of a backward pass, are being recorded inside each other. */
let depth = 0;

/**
 * Puts a border behind every gradient that Grappler's mixed precision does not cross. Otherwise Grappler would treat the
 * weights' update as part of the network and compute it in 16 bits, where an update smaller than the last of a weight's 8
 * bits is lost. The border is a pair of Bitcasts, which cost nothing: they share the memory, and an int32 between them cannot
 * become bfloat16.
 * @returns a function that undoes this.
 */
export function keepUpdatesInFloat32(): () => void {
  const engine = tf.engine();
  const { gradients } = engine;
  isMixed = true;
  engine.gradients = (f, xs, dy, allowNoGradients) => {
    depth++;
    try {
      const result = gradients.bind(engine)(f, xs, dy, allowNoGradients);
      if (depth > 1) return result; // a checkpoint's
      // With allowNoGradients, tfjs leaves out the gradients of variables that the value does not depend on.
      const grads = result.grads.map((gradient: tf.Tensor | null) => gradient && border(gradient));
      return { ...result, grads: grads as tf.Tensor[] };
    } finally {
      depth--;
    }
  };
  return () => {
    engine.gradients = gradients;
    isMixed = false;
  };
}

/** Records a part of a backward pass: the gradients that are taken inside of it get no border. */
export function inBackwardPass<R>(part: () => R): R {
  depth++;
  try {
    return part();
  } finally {
    depth--;
  }
}

/** In a step in mixed precision, a gradient behind the border. */
export function border(gradient: tf.Tensor): tf.Tensor {
  if (!isMixed || gradient.dtype !== "float32") return gradient;
  const [bits] = nativeOp("Bitcast", { T: { type: "float32" }, type: { type: "int32" } }, [gradient]);
  return nativeOp("Bitcast", { T: { type: "int32" }, type: { type: "float32" } }, [bits])[0];
}
