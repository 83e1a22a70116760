import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cifar10, deviceFeed, synthetic } from "../../datasets";
import { resNet50V2 } from "../../lib/models";
import { OneDeviceStrategy } from "../../lib/strategy";
import { LossScale } from "../../lib/training/loss-scale";
import { sgd } from "../../lib/training/optimizer";
import { Updates } from "../../lib/training/update";
import { all } from "../extent";
import { computeInHalf } from "./half";

const dataDir = join(__dirname, "..", "..", "..", "shared", "data", "cifar-10-sample");
const BATCH = 32;
/** The batch whose loss gradients the steps have: each image's are divided by so many. */
const BATCH_OF_THE_LOSS = 2048;
/** WORKBOOK_TEST=all trains longer, and from three seeds. */
const [STEPS, SEEDS] = all ? [24, [1, 2, 3]] : [16, [1]];

type Way = "float32" | "half with a loss scale" | "half without";

const strategy = new OneDeviceStrategy();

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean loss of the last quarter of a training's steps. */
async function lossAfterTraining(way: Way, seed: number): Promise<number> {
  const sizes = { imageSize: 32, globalBatchSize: BATCH };
  const dataset = existsSync(dataDir)
    ? await cifar10({ dataDir, ...sizes })
    : await synthetic({ trainImages: STEPS * BATCH, testImages: BATCH, ...sizes });
  const model = resNet50V2({ inputShape: [32, 32, 3], classes: 10, seed });
  const rowsOf = strategy.rowsOf.bind(strategy);
  const options = { batchSize: BATCH, imageSize: 32, pixelRange: model.pixelRange, shuffle: true, seed, rowsOf };
  const feed = deviceFeed(dataset.train, options);
  // The sum over the images is the same as with a rate of 0.01 and the mean over the batch itself.
  const learningRate = 0.01 * (BATCH_OF_THE_LOSS / BATCH);
  const optimizer = sgd(learningRate, { momentum: 0.9 }).bind(model.trainableWeights);
  const lossScale = way === "half with a loss scale" ? new LossScale() : undefined;
  const restore = way === "float32" ? () => undefined : computeInHalf();
  const precision = way === "float32" ? "float32" : "mixed_float16";
  const updates = new Updates({ model, strategy, precision, lossScale }, feed, optimizer);
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
    restore();
    [updates, feed, optimizer, model, lossScale].forEach((each) => each?.dispose());
  }
  return mean(losses.slice(-Math.ceil(STEPS / 4)));
}

it(
  "ResNet50V2 learns in float16 with a loss scale as in float32, at the loss gradients of a batch of 2,048",
  { timeout: 3_600_000 },
  async () => {
    const results: Record<Way, number[]> = { float32: [], "half with a loss scale": [], "half without": [] };
    for (const seed of SEEDS) {
      for (const way of Object.keys(results) as Way[]) results[way].push(await lossAfterTraining(way, seed));
      console.log(
        `seed ${seed}:`,
        Object.entries(results).map(([way, losses]) => `${way} ${losses.at(-1)?.toFixed(3)}`),
      );
    }
    const [exact, scaled, plain] = Object.values(results);
    // Between seeds the loss differs by about 0.1.
    expect(Math.abs(mean(scaled) - mean(exact))).toBeLessThan(0.3);
    expect(mean(plain)).toBeGreaterThan(mean(scaled) + 0.3);
  },
);
