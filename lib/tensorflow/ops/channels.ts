import { tf } from "../backend";
import { onGpu } from "../devices";
import { nativeOp, shapeTensor } from "../native-op";
import { withGradient } from "../own-gradient";

type Shape = [n: number, height: number, width: number, channels: number];

const reduce = (op: "Mean" | "Sum", x: tf.Tensor, keepDims: boolean): tf.Tensor => {
  const attributes = { T: { type: "float32" }, Tidx: { type: "int32" }, keep_dims: keepDims } as const;
  return nativeOp(op, attributes, [x, tf.tensor1d([1, 2], "int32")])[0];
};

/**
 * The mean over height and width. The gradient is spread over the image, whereas TensorFlow.js multiplies it by a tensor of ones of
 * the full shape.
 * @param x shape [n, height, width, channels].
 * @returns shape [n, channels].
 */
export function globalAveragePool(x: tf.Tensor4D): tf.Tensor2D {
  return pool(x, false) as tf.Tensor2D; // the op drops height and width
}

/** {@link globalAveragePool} as an image of one pixel, so that a layer can follow: shape [n, 1, 1, channels]. */
export function channelMeans(x: tf.Tensor4D): tf.Tensor4D {
  return pool(x, true) as tf.Tensor4D; // the op keeps the rank
}

function pool(x: tf.Tensor4D, keepDims: boolean): tf.Tensor {
  const [n, height, width, channels] = x.shape;
  return withGradient([x], () => ({
    value: reduce("Mean", x, keepDims),
    gradient: (dy) => {
      const share = tf.div(dy, height * width);
      return spread(keepDims ? share : tf.reshape(share, [n, 1, 1, channels]), x.shape);
    },
  }));
}

function spread(pixel: tf.Tensor, shape: Shape): tf.Tensor {
  // Between channels-first layers on GPUs, Grappler turns Tile around, but it would transpose the result of BroadcastTo.
  const [op, type, sizes] = onGpu()
    ? (["Tile", "Tmultiples", [1, shape[1], shape[2], 1]] as const)
    : (["BroadcastTo", "Tidx", shape] as const);
  return nativeOp(op, { T: { type: "float32" }, [type]: { type: "int32" } }, [pixel, shapeTensor([...sizes])])[0];
}

/**
 * Multiplies each channel of an image by a factor. The factors' gradient keeps its four dimensions, which Grappler can turn around;
 * TensorFlow.js sums over a flat list.
 * @param x shape [n, height, width, channels].
 * @param factors shape [n, 1, 1, channels].
 */
export function scaleChannels(x: tf.Tensor4D, factors: tf.Tensor4D): tf.Tensor4D {
  return withGradient([x, factors], () => ({
    value: tf.mul(x, factors),
    keeps: [x, factors],
    gradient: (dy, [keptX, keptFactors]) => [tf.mul(dy, keptFactors), reduce("Sum", tf.mul(dy, keptX), true)],
  }));
}
