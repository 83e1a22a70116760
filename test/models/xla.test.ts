import { expect, it } from "vitest";
import { modelNamed, modelNames } from "../../lib/models";
import { capture, descend, setRandomSeed, tf } from "../../lib/tensorflow/engine";
import { sparseSoftmaxCrossEntropy } from "../../lib/tensorflow/ops";
import { all } from "../extent";
import { lossAndGradients } from "./loss-and-gradients";
import { randomImages } from "./random-images";

// XLA translates the same graphs and fuses them, but its compiler for CPUs takes a quarter of the time.
process.env.XLA_FLAGS = "--xla_backend_optimization_level=0";

const SIZE = 33;
const IMAGES = 8;
const isTried = (name: string) => all || name.startsWith("tiny");

/** |a - b| / |a| in the 2-norm. */
function difference(a: Float32Array, b: Float32Array): number {
  const norm = (values: Float32Array) => Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0));
  return norm(a.map((value, index) => value - b[index])) / norm(a);
}

/** An update, another one, and an evaluation, dropout included. @param nudge By how much other each weight is at the start. */
function updates(name: string, { xla = false, nudge = 0 }) {
  setRandomSeed(5);
  const model = modelNamed(name, { inputShape: [SIZE, SIZE, 3], classes: 10, seed: 1 });
  const images = tf.tidy(() => tf.mul<tf.Tensor4D>(randomImages(IMAGES, SIZE, 3), model.pixelRange));
  const labels = tf.tensor1d(
    Int32Array.from({ length: IMAGES }, (_, index) => (7 * index) % 10),
    "int32",
  );
  const variables = model.trainableWeights.map(({ variable }) => variable);
  tf.tidy(() => {
    variables.forEach((variable, index) => {
      variable.assign(variable.mul(tf.randomNormal(variable.shape, 1, nudge, "float32", index)));
    });
  });
  const step = capture(
    () =>
      tf.tidy(() => {
        const { loss, gradients } = lossAndGradients(model, images, labels);
        descend(variables, tf.scalar(1e-4), gradients);
        return { loss, gradient: tf.concat(gradients.map((gradient) => gradient.reshape([-1]))) };
      }),
    { xla },
  );
  const evaluate = capture(() => tf.mean(sparseSoftmaxCrossEntropy(model.apply(images, { training: false }), labels)), {
    xla,
  });
  const first = step();
  const statistics = model.weights.filter(({ name }) => name.endsWith("moving_variance"));
  const moved = tf.concat(statistics.map(({ variable }) => variable));
  const results = [first.gradient, moved, first.loss, step().loss, evaluate()];
  const [gradient, variances, ...losses] = results.map((tensor) => tensor.dataSync<"float32">());
  for (const each of [step, evaluate, model]) each.dispose();
  tf.dispose([images, labels, results]);
  return { gradient, variances, losses: losses.map(([value]) => value) };
}

it.each(modelNames.filter(isTried))("%s has the losses, gradients and statistics that it has without XLA", (name) => {
  const [plain, compiled, nudged] = [{}, { xla: true }, { nudge: 1e-6 }].map((options) => updates(name, options));
  expect(difference(plain.variances, compiled.variances)).toBeLessThan(1e-4);
  // A large ResNet's ReLUs jump: weights that are other in the last digits change its gradients by some percent, XLA or not.
  const bound = Math.max(1e-4, 3 * difference(plain.gradient, nudged.gradient));
  expect(difference(plain.gradient, compiled.gradient)).toBeLessThan(bound);
  const [before, after, evaluated] = plain.losses;
  const tolerances = [1e-4 * before, 1e-4 * after + bound * Math.abs(before - after), 1e-4 * evaluated];
  tolerances.forEach((tolerance, index) => {
    expect(Math.abs(compiled.losses[index] - plain.losses[index])).toBeLessThan(tolerance);
  });
});
