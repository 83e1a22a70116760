import { tf } from "../backend";
import { nativeOp } from "../native-op";

/**
 * Puts a border behind every gradient that Grappler's mixed precision does not cross. Without it, it takes the weights'
 * update for a part of the network and computes it in 16 bits, and every update smaller than a weight's last of 8 bits
 * is lost. A pair of Bitcasts costs nothing: it shares the memory, and what is int32 in between cannot become bfloat16.
 *
 * @returns what ends it.
 */
export function keepUpdatesInFloat32(): () => void {
  const engine = tf.engine();
  const { gradients } = engine;
  engine.gradients = (f, xs, dy, allowNoGradients) => {
    const result = gradients.bind(engine)(f, xs, dy, allowNoGradients);
    // tfjs leaves out the gradient of what the value does not depend on, where that is allowed.
    const grads = result.grads.map((gradient: tf.Tensor | null) => gradient && border(gradient));
    return { ...result, grads: grads as tf.Tensor[] };
  };
  return () => {
    engine.gradients = gradients;
  };
}

function border(gradient: tf.Tensor): tf.Tensor {
  if (gradient.dtype !== "float32") return gradient;
  const [bits] = nativeOp("Bitcast", { T: { type: "float32" }, type: { type: "int32" } }, [gradient]);
  return nativeOp("Bitcast", { T: { type: "int32" }, type: { type: "float32" } }, [bits])[0];
}
