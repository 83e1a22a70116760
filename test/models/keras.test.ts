import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { modelNamed } from "../../lib/models";
import { tf } from "../../lib/tensorflow";
import { disposedAfterEach } from "../disposed";
import { lossAndGradients } from "./loss-and-gradients";
import { randomImages } from "./random-images";
import { full } from "../extent";

/** What test/golden/make_models.py wrote, by Keras in float64. */
interface Golden {
  seed: number;
  imagesSeed: number;
  batch: number;
  classes: number;
  models: Record<string, GoldenModel>;
}
interface GoldenModel {
  imageSize: number;
  pixelRange: number;
  parameters: number;
  weights: [name: string, shape: number[], trainable: boolean][];
  inference: number[];
  training: number[];
  loss: number;
  gradientNorms: number[];
}
const golden = JSON.parse(readFileSync(join(__dirname, "../golden/models.json"), "utf8")) as Golden;

const keep = disposedAfterEach();

/** |a - b| / |b| in the 2-norm. */
function distance(a: ArrayLike<number>, b: number[]): number {
  return Math.hypot(...b.map((value, i) => a[i] - value)) / Math.hypot(...b);
}

/** One of each family; test:full has every model. */
const tried = Object.entries(golden.models).filter(
  ([name]) => full || ["resnet50", "resnet50v2", "resnet44", "efficientnetb0"].includes(name),
);

describe.each(tried)("%s, as Keras has it", (name, keras) => {
  it("has Keras's weights in Keras's order, and computes Keras's outputs, loss and gradients", async () => {
    const { imageSize, pixelRange, weights } = keras;
    const { classes, seed } = golden;
    const model = keep(modelNamed(name, { inputShape: [imageSize, imageSize, 3], classes, seed, dropout: false }));
    expect(model.pixelRange).toBe(pixelRange);
    expect(model.weights.map((w) => [w.name, w.variable.shape, w.trainable])).toEqual(weights);
    expect(model.parameters).toBe(keras.parameters);

    const images = tf.tidy(() =>
      tf.mul<tf.Tensor4D>(randomImages(golden.batch, imageSize, golden.imagesSeed), pixelRange),
    );
    const labels = tf.range(0, golden.batch, 1, "int32");
    const inference = model.apply(images, { training: false });
    expect(distance(await inference.data(), keras.inference)).toBeLessThan(1e-4);

    const { loss, logits, gradients } = lossAndGradients(model, images, labels);
    expect(distance(await logits.data(), keras.training)).toBeLessThan(1e-2);
    expect(distance(await loss.data(), [keras.loss])).toBeLessThan(1e-2);
    // Loose: with white noise for images, rounding decides the sign of some ReLU inputs. Fixtures avoid that and are exact.
    const largest = Math.max(...keras.gradientNorms);
    for (const [i, { name }] of model.trainableWeights.entries()) {
      const norm = tf.tidy(() => tf.norm(gradients[i]).dataSync()[0]);
      const error = Math.abs(norm - keras.gradientNorms[i]) / Math.max(keras.gradientNorms[i], 1e-3 * largest);
      expect(error, name).toBeLessThan(0.1);
    }
    tf.dispose([images, labels, inference, loss, logits, gradients]);
  });
});
