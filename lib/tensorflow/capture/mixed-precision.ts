import { tf } from "../backend";
import { activeRecording } from "./recording";

/** How many gradients, or parts of a backward pass, are being recorded inside each other. */
let depth = 0;

/**
 * Casts every gradient to float32, so that what is made of it, such as a weight's update, is computed in float32: an update that is
 * smaller than the last of a weight's 8 bits would be lost in bfloat16.
 * @returns a function that undoes this.
 */
export function keepUpdatesInFloat32(): () => void {
  const engine = tf.engine();
  const { gradients } = engine;
  engine.gradients = (f, xs, dy, allowNoGradients) => {
    depth++;
    try {
      const result = gradients.bind(engine)(f, xs, dy, allowNoGradients);
      if (depth > 1) return result; // a checkpoint's
      // With allowNoGradients, tfjs leaves out the gradients of variables that the value does not depend on.
      const grads = result.grads.map((gradient: tf.Tensor | null) => gradient && inFloat32(gradient));
      return { ...result, grads: grads as tf.Tensor[] };
    } finally {
      depth--;
    }
  };
  return () => {
    engine.gradients = gradients;
  };
}

/** Records a part of a backward pass: the gradients that are taken inside of it may stay in 16 bits. */
export function inBackwardPass<R>(part: () => R): R {
  depth++;
  try {
    return part();
  } finally {
    depth--;
  }
}

/** A tensor in float32, where a step in mixed precision is being recorded; else the tensor itself. */
export function inFloat32(tensor: tf.Tensor): tf.Tensor {
  const recording = activeRecording();
  return recording?.casts ? recording.tensorOf(recording.nodeOf(tensor)) : tensor;
}
