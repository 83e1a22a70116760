import { expect, it } from "vitest";
import { rehearseGpus, tf } from "../../../lib/tensorflow";
import * as ops from "../../../lib/tensorflow/ops";

// What ops choose on GPUs gives the same numbers here: single ops run on the CPU in a rehearsal, too.
rehearseGpus(1);

type Fn = (...inputs: tf.Tensor[]) => tf.Tensor;

const images = (channels = 3) => tf.randomNormal<tf.Rank.R4>([2, 8, 6, channels], 0, 1, "float32", 1);

it.each<{ name: string; inputs: tf.Tensor[]; ours: Fn; plain: Fn }>([
  {
    name: "the global average",
    inputs: [images()],
    ours: (x) => ops.globalAveragePool(x as tf.Tensor4D),
    plain: (x) => x.mean([1, 2]),
  },
  {
    name: "a 1x1 convolution",
    inputs: [images(), tf.randomNormal([1, 1, 3, 4], 0, 1, "float32", 2)],
    ours: (x, filter) => ops.conv2d(x as tf.Tensor4D, filter as tf.Tensor4D),
    plain: (x, filter) => tf.conv2d(x as tf.Tensor4D, filter as tf.Tensor4D, 1, "same"),
  },
  {
    name: "a depthwise convolution",
    inputs: [images(), tf.randomNormal([3, 3, 3, 1], 0, 1, "float32", 3)],
    ours: (x, filter) => ops.depthwiseConv2d(x as tf.Tensor4D, filter as tf.Tensor4D),
    plain: (x, filter) => tf.depthwiseConv2d(x as tf.Tensor4D, filter as tf.Tensor4D, 1, "same"),
  },
])("$name and its gradients as on GPUs", ({ inputs, ours, plain }) => {
  const all = (fn: Fn): tf.Tensor[] => [fn(...inputs), ...tf.grads((...x) => fn(...x).square().sum())(inputs)]; // prettier-ignore
  const expected = all(plain);
  all(ours).forEach((tensor, index) => {
    expect(tensor.shape).toEqual(expected[index].shape);
    expect(tensor.sub(expected[index]).abs().max().div(expected[index].abs().max()).dataSync()[0]).toBeLessThan(1e-5);
  });
});

it("devices are the CPU and the rehearsed GPUs", async () => {
  const { deviceNames } = await import("../../../lib/tensorflow");
  expect(deviceNames()).toEqual(["CPU:0", "GPU:0"]);
});
