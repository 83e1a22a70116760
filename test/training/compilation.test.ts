import { expect, it } from "vitest";
import type { Model } from "../../lib/models";
import { configureTensorFlow, tf } from "../../lib/tensorflow";
import { compilationOf, secondsSaved } from "../../lib/training/compilation";
import { tinyFit } from "./tiny-fit";
import { tinyModel } from "./tiny-model";

configureTensorFlow({ device: "cpu" });

const model = tinyModel({ size: 8 });
const one = { device: "gpu", precision: "mixed_float16", replicas: 1 } as const;
const LONG = 1e12;

/** A model with an op that only TensorFlow itself has. */
const withGamma = (plain: Model): Model => ({
  ...plain,
  apply: (images, pass) => {
    const logits = plain.apply(images, pass);
    return tf.add(logits, tf.randomGamma(logits.shape, 2));
  },
});

it("auto compiles a training on one GPU that saves more seconds than compiling takes, and says which", () => {
  const [short, long] = [10, LONG].map((examples) => compilationOf(model, one, examples, "auto"));
  expect(short).toEqual({
    xla: false,
    because: "XLA compiles nothing: by an H100's figures, that takes 45 s and saves 0 s.",
  });
  expect(long.xla).toBe(true);
  expect(long.because).toMatch(/^XLA compiles the steps: by an H100's figures, that takes 45 s and saves \d+ s\.$/);
});

it("auto compiles nothing on CPUs, nor on several GPUs, which nobody has timed", () => {
  expect(compilationOf(model, { ...one, device: "cpu" }, LONG, "auto")).toEqual({ xla: false });
  const mesh = { mesh: { data: 2 }, microbatches: undefined, rowAxes: [] };
  for (const several of [{ replicas: 2 }, { sharding: mesh }]) {
    const { xla, because } = compilationOf(model, { ...one, ...several }, LONG, "auto");
    expect(xla).toBe(false);
    expect(because).toMatch(/what it saves on several GPUs\. --xla on compiles all the same\.$/);
  }
});

it("the H100's ResNet50V2 in float16 gains after 3,200 steps of 1,024 images", () => {
  const multiplyAdds = 3 * 1_136_414_720 * 1024;
  expect(secondsSaved(one, 3_100 * multiplyAdds)).toBeLessThan(45);
  expect(secondsSaved(one, 3_300 * multiplyAdds)).toBeGreaterThan(45);
  expect(secondsSaved({ ...one, precision: "float32" }, 800 * multiplyAdds)).toBeGreaterThan(45);
});

it("a model with an op that XLA lacks is told with the op, and runs uncompiled", async () => {
  expect(compilationOf(withGamma(model), one, 1, true)).toEqual({
    xla: false,
    because: "XLA has no kernel for StatelessRandomGammaV2, which tiny needs: it runs uncompiled.",
  });
  const { outcome, configuration } = await tinyFit({ xla: true, epochs: 1, evaluate: false }, { wrap: withGamma });
  expect([outcome, configuration.xla]).toEqual(["completed", undefined]);
});
