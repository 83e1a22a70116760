import { afterEach, describe, expect, it } from "vitest";
import { gpt, type GptOptions } from "../../lib/models";
import { allocatedBytes } from "../../lib/profile";
import { allReduce, fullyShard, mesh, type Level } from "../../lib/sharding";
import { bytesAtRest, capture, configureTensorFlow, deviceNames, tf } from "../../lib/tensorflow";
import { sparseSoftmaxCrossEntropy } from "../../lib/tensorflow/ops";
import { startProfile, stopProfile } from "../../lib/tensorflow/profiler";
import { adamW } from "../../lib/training";

configureTensorFlow({ device: "cpu", logicalDevices: 4, intraOpThreads: 1, interOpThreads: 4 });
deviceNames(); // starts it

const made: { dispose(): void }[] = [];
afterEach(() => {
  made.splice(0).forEach((each) => each.dispose());
});

const small: GptOptions = { vocabulary: 13, context: 8, layers: 3, heads: 2, width: 16, seed: 2 };
const optimizer = adamW(0.01, { betas: [0.9, 0.99], weightDecay: 0.1 });

/** Rows of tokens, and of those that follow them. */
function text({ vocabulary, context }: GptOptions, rows: number): [tokens: tf.Tensor2D, targets: tf.Tensor2D] {
  const numbers = Int32Array.from({ length: rows * (context + 1) }, (_, at) => (at * 7919 + (at % 13)) % vocabulary);
  const all = tf.tensor2d(numbers, [rows, context + 1]).toInt();
  return [all.slice([0, 0], [rows, context]), all.slice([0, 1], [rows, context])];
}

/** The part of the mean over all rows that these logits have. */
const partOfMean = (logits: tf.Tensor2D, targets: tf.Tensor2D, tokens: number): tf.Scalar =>
  tf.div(tf.sum(sparseSoftmaxCrossEntropy(logits, targets.flatten())), tokens);

function onOneDevice(options: GptOptions, rows: number) {
  const model = gpt(options);
  const bound = optimizer.bind(model.trainableWeights);
  const variables = model.trainableWeights.map(({ variable }) => variable);
  const step = capture((tokens: tf.Tensor2D, targets: tf.Tensor2D) => {
    const { value, grads } = tf.variableGrads(
      () => partOfMean(model.apply(tokens, { training: true }), targets, rows * options.context),
      variables,
    );
    bound.update(
      variables.map(({ name }) => grads[name]),
      tf.scalar(0.01),
    );
    return value;
  });
  made.push(model, bound, step);
  const args = text(options, rows);
  return (): number => tf.tidy(() => step(...args).dataSync()[0]);
}

function sharded(options: GptOptions, rows: number, devices: number, level: Level) {
  const grid = mesh({ data: devices });
  const model = gpt(options);
  const state = fullyShard(model, { mesh: grid, level });
  const bound = optimizer.bind(state.parts);
  const step = grid.capture(
    (tokens: tf.Tensor2D, targets: tf.Tensor2D) => {
      const { value, gradients } = state.backward(tokens, (logits) =>
        partOfMean(logits, targets, rows * options.context),
      );
      bound.update(gradients, tf.scalar(0.01));
      state.update();
      return allReduce([value])[0];
    },
    ({ data }, tokens: tf.Tensor2D, targets: tf.Tensor2D) => {
      const own = (all: tf.Tensor2D): tf.Tensor2D => all.slice([(data * rows) / devices, 0], [rows / devices, -1]);
      return [own(tokens), own(targets)];
    },
  );
  made.push(model, state, bound, step);
  const args = text(options, rows);
  return (): number => tf.tidy(() => step(...args).dataSync()[0]);
}

const times = (count: number, step: () => number): number[] => Array.from({ length: count }, step);

describe.each([1, 2, 3] as const)("ZeRO-%i", (level) => {
  it.each([
    [2, {}],
    [4, {}],
    [4, { checkpoint: true }],
  ])("learns on %i devices what one device learns %j", (devices, more) => {
    const losses = times(10, sharded({ ...small, ...more }, 4, devices, level));
    const expected = times(10, onOneDevice(small, 4));
    losses.forEach((loss, step) => {
      expect(Math.abs(loss - expected[step]), `step ${step}`).toBeLessThan(1e-5);
    });
    expect(losses[9]).toBeLessThan(0.9 * losses[0]);
  });
});

it("the higher the level, the less is held: at rest as the formula says, and at the peak", () => {
  const larger = { ...small, layers: 8, width: 128, context: 32, heads: 4 };
  const devices = 4;
  const before = bytesAtRest();
  const model = gpt(larger);
  const { parameters } = model;
  model.dispose();
  const measured = ([1, 2, 3] as const).map((level) => {
    const step = sharded(larger, 4, devices, level);
    times(2, step);
    const rest = bytesAtRest() - before;
    startProfile();
    step();
    const { first, peak } = allocatedBytes(stopProfile());
    made.splice(0).forEach((each) => each.dispose());
    return { rest: rest / parameters, peak: (rest + peak - first) / parameters };
  });
  const text = measured.map(({ rest, peak }, index) => `ZeRO-${index + 1} ${rest.toFixed(1)} / ${peak.toFixed(1)}`);
  console.log(`Bytes a parameter at rest / peak, ${devices} devices together: ${text.join(", ")}`);
  const [one, two, three] = measured;
  // Each device has float32 weights; the part that it updates and Adam's two numbers are divided.
  const wholeWeights = 4 * devices + 12;
  for (const { rest } of [one, two]) expect(Math.abs(rest / wholeWeights - 1)).toBeLessThan(0.01);
  expect(Math.abs(three.rest / 12 - 1)).toBeLessThan(0.01);
  expect(three.peak).toBeLessThan(two.peak / 2);
  expect(bytesAtRest()).toBe(before);
});
