import { tf } from "../backend";
import { nativeOp } from "../native-op";
import { withGradient } from "../own-gradient";

/**
 * Adds zeros on all four sides of images, by TensorFlow's `Pad`. TensorFlow.js's own `pad` names the value to pad with, which the
 * GPU's kernel reads on the host: the step would wait until the GPU has copied it there.
 * @param x shape [n, height, width, channels].
 * @param size the number of rows and columns on each side.
 * @returns shape [n, height + 2 size, width + 2 size, channels].
 */
export function zeroPad(x: tf.Tensor4D, size: number): tf.Tensor4D {
  return withGradient([x], () => {
    const sides = tf.tensor2d([[0, 0], [size, size], [size, size], [0, 0]], [4, 2], "int32"); // prettier-ignore
    const [value] = nativeOp("Pad", { T: { type: "float32" }, Tpaddings: { type: "int32" } }, [x, sides]);
    return { value, gradient: (dy) => tf.slice(dy, [0, size, size, 0], x.shape) };
  });
}
