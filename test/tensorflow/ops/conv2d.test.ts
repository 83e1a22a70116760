import { describe, expect, it } from "vitest";
import { tf } from "../../../lib/tensorflow";
import { conv2d } from "../../../lib/tensorflow/ops";
import { convolutionOps } from "../../../lib/tensorflow/ops/conv2d/convolution-ops";
import { difference } from "./plain";

// Each algorithm that conv2d chooses between, by what makes it choose.
describe.each([
  { name: "1x1", size: 9, kernel: 1, strides: 1, padding: 0 },
  { name: "1x1 with strides", size: 9, kernel: 1, strides: 2, padding: 0 },
  { name: "3x3, small images", size: 12, kernel: 3, strides: 1, padding: 1 },
  { name: "5x5, small images", size: 7, kernel: 5, strides: 1, padding: 2 },
  { name: "3x3, large images", size: 18, kernel: 3, strides: 1, padding: 1 },
  { name: "3x3 with strides", size: 7, kernel: 3, strides: 2, padding: 1 },
  { name: "7x7 stem", size: 21, kernel: 7, strides: 2, padding: 3 },
])("conv2d, $name", ({ size, kernel, strides, padding }) => {
  const x = tf.randomNormal<tf.Rank.R4>([2, size, size + 1, 3], 0, 1, "float32", 1);
  const filter = tf.randomNormal<tf.Rank.R4>([kernel, kernel, 3, 4], 0, 1, "float32", 2);
  const sides: [number, number] = [padding, padding];
  const padded = tf.pad(x, [[0, 0], sides, sides, [0, 0]]);
  const attributes = { strides, padding: "VALID" as const };
  const y = convolutionOps.forward(padded, filter, attributes);
  const weights = tf.randomNormal(y.shape, 0, 1, "float32", 3); // so that dy is not all ones

  it("equals TensorFlow's Conv2D of the padded images", () => {
    expect(difference(conv2d(x, filter, { strides, padding }), y)).toBeLessThan(1e-5);
  });

  it("has the gradients of TensorFlow's own ops", () => {
    const loss = (a: tf.Tensor, b: tf.Tensor): tf.Scalar =>
      tf.sum(conv2d(a as tf.Tensor4D, b as tf.Tensor4D, { strides, padding }).mul(weights));
    const [dx, dfilter] = tf.grads(loss)([x, filter]);
    const dpadded = convolutionOps.imageGradient(weights, padded, filter, attributes);
    expect(difference(dx, tf.slice(dpadded, [0, padding, padding, 0], x.shape))).toBeLessThan(1e-5);
    expect(difference(dfilter, convolutionOps.filterGradient(weights, padded, filter, attributes))).toBeLessThan(1e-5);
  });
});

describe.each([
  { size: 8, kernel: 3, strides: 2 },
  { size: 9, kernel: 3, strides: 2 },
  { size: 8, kernel: 5, strides: 2 },
  { size: 9, kernel: 3, strides: 1 },
])("conv2d, same, $kernel x $kernel on $size pixels by $strides", ({ size, kernel, strides }) => {
  it("pads as TensorFlow's SAME", () => {
    const x = tf.randomNormal<tf.Rank.R4>([2, size, size + 1, 3], 0, 1, "float32", 1);
    const filter = tf.randomNormal<tf.Rank.R4>([kernel, kernel, 3, 4], 0, 1, "float32", 2);
    const gradients = (convolve: (a: tf.Tensor4D, b: tf.Tensor4D) => tf.Tensor) =>
      tf.grads((a: tf.Tensor, b: tf.Tensor): tf.Scalar =>
        tf.sum(tf.square(convolve(a as tf.Tensor4D, b as tf.Tensor4D))),
      )([x, filter]);
    const plain = (a: tf.Tensor4D, b: tf.Tensor4D) => tf.conv2d(a, b, strides, "same");
    const ours = (a: tf.Tensor4D, b: tf.Tensor4D) => conv2d(a, b, { strides, padding: "same" });
    expect(difference(ours(x, filter), plain(x, filter))).toBeLessThan(1e-5);
    const expected = gradients(plain);
    gradients(ours).forEach((gradient, index) => {
      expect(difference(gradient, expected[index])).toBeLessThan(1e-5);
    });
  });
});
