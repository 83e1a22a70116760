import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cifar10, deviceFeed, synthetic } from "../../datasets";
import { resNet50V2 } from "../../lib/models";
import { OneDeviceStrategy } from "../../lib/strategy";
import { tf } from "../../lib/tensorflow";
import { backward } from "../../lib/training/backward";
import { LossScale, lossScaleFor } from "../../lib/training/loss-scale";
import { sgd } from "../../lib/training/optimizer";
import { TrainingState } from "../../lib/training/state";
import { Updates } from "../../lib/training/update";
import { all } from "../extent";

const dataDir = join(__dirname, "..", "..", "..", "shared", "data", "cifar-10-sample");
const BATCH = 32;
/** The batch whose loss gradients the steps have: each image's are divided by so many. */
const BATCH_OF_THE_LOSS = 2048;
const STEPS = 24;
const SEEDS = [1, 2, 3];

const strategy = new OneDeviceStrategy();

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean loss of the last quarter of a training's steps. */
async function lossAfterTraining(precision: "float32" | "mixed_float16", seed: number): Promise<number> {
  const sizes = { imageSize: 32, globalBatchSize: BATCH };
  const dataset = existsSync(dataDir)
    ? await cifar10({ dataDir, ...sizes })
    : await synthetic({ trainImages: STEPS * BATCH, testImages: BATCH, ...sizes });
  const model = resNet50V2({ inputShape: [32, 32, 3], classes: 10, seed });
  const options = { batchSize: BATCH, imageSize: 32, pixelRange: model.pixelRange, shuffle: true, seed };
  const feed = deviceFeed(dataset.train, options);
  // The sum over the images is the same as with a rate of 0.01 and the mean over the batch itself.
  const learningRate = 0.01 * (BATCH_OF_THE_LOSS / BATCH);
  const optimizer = sgd(learningRate, { momentum: 0.9 });
  const lossScale = lossScaleFor(precision);
  const state = new TrainingState(strategy.place(model), { optimizer, lossScale });
  const updates = new Updates(state, { feed, precision });
  const losses: number[] = [];
  try {
    for (let epoch = 1; losses.length < STEPS; epoch++) {
      for await (const batch of feed.batches(epoch)) {
        const about = { place: 0, updateImages: BATCH_OF_THE_LOSS, learningRate, stop: false };
        const { batches } = await updates.update(batch, about);
        losses.push((batches[0].loss * BATCH_OF_THE_LOSS) / BATCH);
        batch.tensors.forEach((tensor) => tensor.dispose());
        if (losses.length === STEPS) break;
      }
    }
  } finally {
    [updates, feed, state, model, lossScale].forEach((each) => each?.dispose());
  }
  return mean(losses.slice(-Math.ceil(STEPS / 4)));
}

/**
 * The gradients of the large filters, divided by the loss's scale. Without a scale, everything is computed in float32.
 * @param mean How many images the loss is a mean over.
 */
async function gradientsAt(mean: number, scale?: number): Promise<Float32Array[]> {
  const size = 64; // float16 is slow on CPUs
  const images = 8;
  const dataset = await synthetic({
    trainImages: images,
    testImages: images,
    imageSize: size,
    globalBatchSize: images,
  });
  const model = resNet50V2({ inputShape: [size, size, 3], classes: 10, seed: 1 });
  const options = { batchSize: images, imageSize: size, pixelRange: model.pixelRange, shuffle: false, seed: 1 };
  const feed = deviceFeed(dataset.train, options);
  const lossScale = new LossScale();
  lossScale.variables[0].variable.assign(tf.scalar(scale ?? 1));
  const placed = strategy.place(model);
  const step = placed.capture(
    (kind: number, tensors: tf.Tensor[], { labels }: { labels: tf.Scalar }) => [
      ...backward(placed, [kind, tensors], feed, { labels, lossScale, isAlone: true }).gradients,
    ],
    { precision: scale === undefined ? "float32" : "mixed_float16" },
  );
  try {
    for await (const { tensors } of feed.batches(1)) {
      const gradients = step({ tensors, images }, { labels: tf.scalar(mean) });
      // Those of biases and of BatchNorm are sums that nearly cancel out.
      const filters = gradients.filter(({ size }) => size > 20_000);
      return filters.map((gradient) => (gradient.dataSync() as Float32Array).map((each) => each / (scale ?? 1)));
    }
    return [];
  } finally {
    [step, feed, model, lossScale].forEach((each) => each.dispose());
  }
}

/** How far gradients are from the exact ones, |g - exact| / |exact|: the median over the filters. */
function errorOf(gradients: Float32Array[], exact: Float32Array[]): number {
  const norm = (values: Float32Array): number => Math.sqrt(values.reduce((sum, each) => sum + each ** 2, 0));
  const errors = gradients.map((gradient, index) => {
    return norm(gradient.map((each, place) => each - exact[index][place])) / norm(exact[index]);
  });
  return errors.sort((a, b) => a - b)[errors.length >> 1];
}

it("a loss scale keeps the gradients that float16 would round to 0", async () => {
  // At first (with WORKBOOK_TEST=all), and when the network has learned so much that they are a thousandth of that.
  const losses = [
    [BATCH_OF_THE_LOSS, false],
    [BATCH_OF_THE_LOSS * 1000, true],
  ] as const;
  for (const [mean, isLost] of losses.slice(all ? 0 : 1)) {
    const exact = await gradientsAt(mean);
    const without = errorOf(await gradientsAt(mean, 1), exact);
    const scaled = errorOf(await gradientsAt(mean, 2 ** 12), exact);
    // The forward pass in float16 alone moves a new network's gradients by half.
    expect(scaled).toBeLessThan(0.55);
    if (isLost) expect(without).toBeGreaterThan(0.9);
    else expect(without).toBeGreaterThan(scaled);
  }
});

it.runIf(all)(
  "ResNet50V2 learns in float16 with a loss scale as in float32, at the loss gradients of a batch of 2,048",
  { timeout: 3_600_000 },
  async () => {
    const [exact, scaled]: [number[], number[]] = [[], []];
    for (const seed of SEEDS) {
      exact.push(await lossAfterTraining("float32", seed));
      scaled.push(await lossAfterTraining("mixed_float16", seed));
    }
    // Between seeds the loss differs by about 0.2.
    expect(Math.abs(mean(scaled) - mean(exact))).toBeLessThan(0.4);
  },
);
