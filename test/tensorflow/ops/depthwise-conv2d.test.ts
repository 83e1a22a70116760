import { describe, expect, it } from "vitest";
import { capture, tf } from "../../../lib/tensorflow";
import { depthwiseConv2d } from "../../../lib/tensorflow/ops";
import { difference } from "./plain";

// Few and many pixels, since gradients are computed by them.
describe.each([
  { size: 9, kernel: 3, strides: 1 },
  { size: 8, kernel: 3, strides: 2 },
  { size: 9, kernel: 5, strides: 2 },
  { size: 12, kernel: 5, strides: 1 },
  { size: 24, kernel: 5, strides: 1 },
  { size: 2, kernel: 5, strides: 2 },
  { size: 1, kernel: 3, strides: 1 },
])("depthwiseConv2d, $kernel x $kernel on $size pixels by $strides", ({ size, kernel, strides }) => {
  const x = tf.randomNormal<tf.Rank.R4>([2, size, size + 1, 6], 0, 1, "float32", 1);
  const filter = tf.randomNormal<tf.Rank.R4>([kernel, kernel, 6, 1], 0, 1, "float32", 2);
  const plain = (a: tf.Tensor4D, b: tf.Tensor4D) => tf.depthwiseConv2d(a, b, strides, "same");
  const weights = tf.randomNormal(plain(x, filter).shape, 0, 1, "float32", 3); // so that dy is not all ones

  it("has TensorFlow.js's value", () => {
    expect(difference(depthwiseConv2d(x, filter, strides), plain(x, filter))).toBeLessThan(1e-5);
  });

  it("has TensorFlow.js's gradients", () => {
    const gradients = (convolve: typeof plain) =>
      tf.grads((a: tf.Tensor, b: tf.Tensor): tf.Scalar =>
        tf.sum(convolve(a as tf.Tensor4D, b as tf.Tensor4D).mul(weights)),
      )([x, filter]);
    const expected = gradients(plain);
    const ours = () => gradients((a, b) => depthwiseConv2d(a, b, strides));
    const captured = capture(ours);
    for (const found of [ours(), captured()]) {
      found.forEach((gradient, index) => {
        expect(difference(gradient, expected[index])).toBeLessThan(1e-5);
      });
    }
    captured.dispose();
  });
});
