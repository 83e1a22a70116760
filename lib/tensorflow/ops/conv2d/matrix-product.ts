import { tf } from "../../backend";
import { product } from "../mat-mul";
import type { ConvolutionAlgorithm } from "./algorithm";
import { convolutionOps } from "./convolution-ops";

/** Images as a matrix with one row for each pixel. */
const rows = (x: tf.Tensor): tf.Tensor => x.reshape([-1, x.shape[x.rank - 1]]);

/**
 * A 1x1 convolution with stride 1 as a matrix product of pixels and channels. On CPUs oneDNN's product is as fast as its
 * convolution forwards, up to twice as fast for the filter's gradient, and needs no reordered filter.
 */
export const matrixProduct: ConvolutionAlgorithm = {
  forward: (x, filter) => product(rows(x), rows(filter)).reshape([...x.shape.slice(0, 3), filter.shape[3]!]),
  imageGradient: (dy, x, filter) => product(rows(dy), rows(filter), { b: true }).reshape(x.shape),
  filterGradient: (dy, x, filter) => product(rows(x), rows(dy), { a: true }).reshape(filter.shape),
};

/**
 * TensorFlow's ops, except for the filter's gradient, with stride 1 and `SAME` padding: each position of the filter reads the
 * images shifted, and its gradient is the matrix product of the shifted images and dy. On CPUs this is up to three times as
 * fast as oneDNN's own gradient where images are small and channels many, and even more in bfloat16.
 */
export const shiftedFilterGradient: ConvolutionAlgorithm = {
  ...convolutionOps,
  filterGradient(dy, x, filter) {
    const [height, width] = filter.shape;
    const [n, rowsOfX, columnsOfX, channels] = x.shape;
    const [above, left] = [(height - 1) >> 1, (width - 1) >> 1];
    const sides: [number, number][] = [[0, 0], [above, height - 1 - above], [left, width - 1 - left], [0, 0]]; // prettier-ignore
    const padded = tf.pad(x, sides);
    const gradient = rows(dy);
    const positions = Array.from({ length: height * width }, (_, position) => {
      const from = [0, Math.floor(position / width), position % width, 0];
      return product(rows(tf.slice(padded, from, [n, rowsOfX, columnsOfX, channels])), gradient, { a: true });
    });
    return tf.stack(positions).reshape(filter.shape);
  },
};
