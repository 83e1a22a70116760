import { expect, it, vi } from "vitest";
import { modelNamed } from "../../lib/models";
import { capture, tf } from "../../lib/tensorflow";
import { lossAndGradients } from "./loss-and-gradients";
import { randomImages } from "./random-images";

vi.mock("../../lib/tensorflow/processor", () => ({ lacksSixteenBits: () => false })); // bfloat16 is slow without the instructions, not wrong

/** The losses of some captured steps on eight images; and that the weights stay float32 numbers. */
function losses(name: string, precision: "float32" | "mixed_bfloat16"): number[] {
  const model = modelNamed(name, { inputShape: [48, 48, 3], classes: 8, seed: 3, dropout: false });
  const labels = tf.range(0, 8, 1, "int32");
  const images = tf.tidy(() => {
    const shades = tf.reshape(tf.range(0, 8), [8, 1, 1, 1]);
    return tf.mul<tf.Tensor4D>(tf.add(randomImages(8, 48, 1), shades), model.pixelRange / 8);
  });
  const step = capture(
    (x: tf.Tensor4D) => {
      const { loss, gradients } = lossAndGradients(model, x, labels);
      model.trainableWeights.forEach(({ variable }, i) => variable.assign(variable.sub(gradients[i].mul(0.03))));
      return loss;
    },
    { precision },
  );
  const found = Array.from({ length: 24 }, () => tf.tidy(() => step(images).dataSync()[0]));
  for (const { name, variable } of model.weights) {
    expect(variable.dtype, name).toBe("float32");
    expect(variable.dataSync().every(Number.isFinite), name).toBe(true);
  }
  step.dispose();
  model.dispose();
  tf.dispose([images, labels]);
  return found;
}

it.each(["tinyefficientnet", "tinyresnet"])("%s learns in mixed precision as in float32", (name) => {
  const [single, mixed] = [losses(name, "float32"), losses(name, "mixed_bfloat16")];
  expect(mixed).not.toEqual(single);
  expect(Math.abs(mixed[0] / single[0] - 1)).toBeLessThan(0.05);
  expect(single.at(-1)).toBeLessThan(0.6 * single[0]);
  expect(mixed.at(-1)).toBeLessThan(0.6 * mixed[0]);
});
