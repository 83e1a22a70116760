import { nativeOp, tf } from "../../lib/tensorflow";

/** Images of white noise, the same everywhere, as test/golden/make_models.py draws them. */
export function randomImages(count: number, size: number, seed: number): tf.Tensor4D {
  const attributes = { dtype: { type: "float32" }, T: { type: "int32" }, Tseed: { type: "int32" } } as const;
  return tf.tidy(() => {
    const shape = tf.tensor1d([count, size, size, 3], "int32");
    return nativeOp("StatelessRandomUniform", attributes, [shape, tf.tensor1d([seed, 0], "int32")])[0] as tf.Tensor4D;
  });
}
