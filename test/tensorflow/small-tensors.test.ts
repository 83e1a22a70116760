import { expect, it } from "vitest";
import { capture, joinsSmall, rehearseGpus, tf, together } from "../../lib/tensorflow/engine";
import { adamW, clipped, sgd, type Optimizer } from "../../lib/training";
import { modelNamed } from "../../lib/models";
import { statisticsOf } from "../../lib/models/chain";
import { movingTogether } from "../../lib/models/layers";
import { globalNorm } from "../../lib/training/clipping";
import { LossScale } from "../../lib/training/loss-scale";

// Small tensors are joined as on GPUs, and computed here: single ops run on the CPU in a rehearsal.
rehearseGpus(1);

const shapes = [[3], [300, 300], [2, 4], [], [17]];
const tensors = (seed: number): tf.Tensor[] =>
  shapes.map((shape, index) => tf.randomNormal(shape, 0, 1, "float32", 10 * seed + index + 1));

const largest = (a: number[], b: number[]): number =>
  a.reduce((most, value, index) => Math.max(most, Math.abs(value - b[index])), 0);

/** Some weights after three updates. @param missed An update that a loss scale leaves out. */
function trained(optimizer: Optimizer, which: readonly number[], missed?: number): number[] {
  return tf.tidy(() => {
    const weights = which.map((index) => ({ name: `${index}`, variable: tf.variable(tensors(0)[index]) }));
    const bound = optimizer.bind(weights);
    for (const step of [0, 1, 2]) {
      const gradients = which.map((index) => tensors(step + 1)[index].mul(step === missed ? 0 : 1));
      const isFinite = missed === undefined ? undefined : tf.scalar(step !== missed, "bool");
      bound.update(gradients, tf.scalar(0.1), isFinite);
    }
    return weights.flatMap(({ variable }) => [...variable.dataSync()]);
  });
}

it.each([
  ["SGD", sgd(0.1)],
  ["SGD with momentum", sgd(0.1, { momentum: 0.9 })],
  ["AdamW", adamW(0.1, { weightDecay: 0.1 })],
])("%s updates small weights together as each by itself", (_, optimizer) => {
  for (const missed of [undefined, 1]) {
    const every = [...shapes.keys()];
    const alone = every.flatMap((index) => trained(optimizer, [index], missed));
    expect(largest(trained(optimizer, every, missed), alone)).toBeLessThan(1e-6);
  }
});

it("the norm, clipping and the loss scale take small and large gradients alike", () => {
  tf.tidy(() => {
    const gradients = tensors(1);
    const norm = Math.sqrt(gradients.reduce((sum, each) => sum + each.square().sum().dataSync()[0], 0));
    expect(globalNorm(gradients).dataSync()[0] / norm).toBeCloseTo(1, 6);
    const weights = tensors(0).map((each, index) => ({ name: `${index}`, variable: tf.variable(each) }));
    clipped(sgd(1), 2).bind(weights).update(gradients, tf.scalar(1));
    weights.forEach(({ variable }, index) => {
      const expected = tensors(0)[index].sub(gradients[index].mul(2 / norm));
      expect(largest([...variable.dataSync()], [...expected.dataSync()])).toBeLessThan(1e-6);
    });
    const { gradients: unscaled } = new LossScale().unscaled(gradients);
    unscaled.forEach((each, index) => expect(each.dataSync()).toEqual(gradients[index].div(2 ** 15).dataSync()));
  });
});

it("a captured update has ops for each large weight, and few for all small ones", () => {
  const weights = [[300, 300], ...Array.from({ length: 40 }, () => [7])].map((shape) => tf.variable(tf.zeros(shape)));
  const bound = sgd(0.1).bind(weights.map((variable, index) => ({ name: `${index}`, variable })));
  const update = capture((rate: tf.Scalar) => {
    bound.update(weights.map((weight) => weight.mul(2)), rate); // prettier-ignore
    return rate;
  });
  update.prepare(tf.scalar(0.1));
  const [definition] = update.definitions;
  const count = (op: string): number => Buffer.from(definition).toString("latin1").split(op).length - 1;
  expect(count("ResourceApplyGradientDescent_")).toBe(2); // its name, and that of its control edge
  expect(count("SplitV")).toBeGreaterThan(0);
  expect(weights.map(joinsSmall).filter(Boolean)).toHaveLength(40);
});

it("of no tensors there are no results", () => {
  expect(together([[]], (tensor) => [tensor])).toEqual([[]]);
});

it("moving statistics move at a pass's end, once for each time that a layer was passed", () => {
  tf.tidy(() => {
    const model = modelNamed("tinyresnetv2", { inputShape: [16, 16, 3], classes: 3 });
    const batches = [1, 2].map((seed) => tf.randomNormal<tf.Rank.R4>([4, 16, 16, 3], 0, 1, "float32", seed));
    const statistics = statisticsOf(model);
    const first = statistics.map((variable) => variable.clone());
    const moved = (pass: <T>(of: () => T) => T): number[] => {
      statistics.forEach((variable, index) => variable.assign(first[index].clone()));
      pass(() => batches.forEach((images) => model.apply(images, { training: true })));
      return statistics.flatMap((variable) => [...variable.dataSync()]);
    };
    expect(statistics.length).toBeGreaterThan(10);
    expect(
      largest(
        moved(movingTogether),
        moved((pass) => pass()),
      ),
    ).toBeLessThan(1e-6);
    model.dispose();
  });
});
