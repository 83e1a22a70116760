import { describe, expect, it } from "vitest";
import { modelNamed, type Chain } from "../../lib/models";
import { capture, setRandomSeed, tf } from "../../lib/tensorflow/engine";
import { lossAndGradients } from "./loss-and-gradients";
import { randomImages } from "./random-images";
import { disposedAfterEach } from "../disposed";

const keep = disposedAfterEach();

const size = 64;
const labels = tf.tensor1d([1, 0, 2, 1], "int32");

type Run = (model: Chain, images: tf.Tensor) => tf.Tensor2D;

const atOnce: Run = (model, images) => model.apply(images, { training: true });

const inParts: Run = ({ embed, blocks, head }, images) =>
  head(
    blocks.reduce((x, { apply }) => apply(x, { training: true }), embed(images, { training: true })),
    { training: true },
  );

/** The loss, all gradients, and the statistics after a step. */
function step(name: string, run: Run, { checkpoint = false, dropout = false } = {}) {
  const model = modelNamed(name, { inputShape: [size, size, 3], classes: 3, seed: 5, dropout, checkpoint });
  const images = randomImages(4, size, 7).mul(model.pixelRange);
  const captured = capture((batch: tf.Tensor) => {
    const { loss, gradients } = lossAndGradients({ ...model, apply: (images) => run(model, images) }, batch, labels);
    return [loss, ...gradients];
  });
  keep(model, captured, images);
  setRandomSeed(3);
  const results = captured(images).map((tensor) => Array.from(tensor.dataSync()));
  const statistics = model.weights.filter(({ trainable }) => !trainable);
  return { results, statistics: statistics.map(({ variable }) => Array.from(variable.dataSync())), model };
}

/** |a - b| / |b| in the 2-norm, of all numbers together. */
function distance(a: number[][], b: number[][]): number {
  const [own, other] = [a.flat(), b.flat()];
  return Math.hypot(...other.map((value, i) => own[i] - value)) / Math.hypot(...other);
}

describe.each(["tinyresnet", "tinyresnetv2", "tinyresnet20", "tinyefficientnet"])("%s", (name) => {
  it("computes in parts what it computes at once, gradients and statistics, too", () => {
    const [whole, parts] = [step(name, atOnce), step(name, inParts)];
    expect(distance(parts.results, whole.results)).toBeLessThan(2e-5);
    expect(distance(parts.statistics, whole.statistics)).toBeLessThan(1e-5);
  });

  it("computes its blocks again in the backward pass, but moves its statistics once", () => {
    const [whole, again] = [step(name, atOnce), step(name, atOnce, { checkpoint: true })];
    expect(again.model.checkpoint).toBe(true);
    expect(distance(again.results, whole.results)).toBeLessThan(2e-5);
    expect(distance(again.statistics, whole.statistics)).toBeLessThan(1e-5);
  });

  it("has each trainable weight of its blocks in one block", () => {
    const { model } = step(name, atOnce);
    const ofBlocks = model.blocks.flatMap(({ weights }) => weights);
    expect(new Set(ofBlocks).size).toBe(ofBlocks.length);
    expect(model.trainableWeights).toEqual(expect.arrayContaining(ofBlocks));
    expect(ofBlocks.every(({ trainable }) => trainable)).toBe(true);
    expect(model.trainableWeights.length - ofBlocks.length).toBeGreaterThan(2); // the stem's and the head's
  });
});

it("drops the same paths when it computes again", () => {
  const [whole, again] = [false, true].map((checkpoint) =>
    step("tinyefficientnet", atOnce, { checkpoint, dropout: true }),
  );
  expect(distance(again.results, whole.results)).toBeLessThan(2e-5);
});
