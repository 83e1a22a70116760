import { expect, it } from "vitest";
import { capture, configureTensorFlow, deviceNames, rehearseGpus, tf } from "../../../lib/tensorflow/engine";
import { cases, images } from "./cases";
import { difference, withGradients } from "./plain";

// What ops choose on GPUs gives the same numbers here: single ops run on the CPU in a rehearsal, too.
rehearseGpus(1);
configureTensorFlow({ deterministic: true });

const onGpus = Object.entries(cases).filter(([, { inHalves }]) => !inHalves);
it.each(onGpus)("%s and its gradients as on GPUs", (_, { inputs, ours, plain }) => {
  tf.tidy(() => {
    const given = inputs();
    const expected = withGradients(plain, given);
    withGradients(ours, given).forEach((tensor, i) => expect(difference(tensor, expected[i])).toBeLessThan(1e-5));
  });
});

it("a step without a deterministic kernel is refused before it runs, by its op's name", () => {
  const pool = tf.grad((x) => tf.maxPool(x as tf.Tensor4D, 2, 2, "valid"));
  const resize = (x: tf.Tensor) => tf.image.resizeNearestNeighbor(x as tf.Tensor4D, [4, 4]);
  capture(pool).prepare(images());
  capture(resize).prepare(images());
  expect(() => capture(pool, { name: "pooling", xla: true }).prepare(images())).toThrow(
    "pooling has MaxPoolGrad, for which TensorFlow has no deterministic kernel for GPUs by XLA: leave --deterministic or --xla out, or take a network without it.",
  );
  expect(() => capture(tf.grad(resize), { name: "resizing" }).prepare(images())).toThrow(
    /^resizing has ResizeNearestNeighborGrad, .* on GPUs: leave --deterministic out, or take a network without it\.$/,
  );
});

it("devices are the CPU and the rehearsed GPUs", () => {
  expect(deviceNames()).toEqual(["CPU:0", "GPU:0"]);
});
