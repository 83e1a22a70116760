import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { cifar10, synthetic } from "../../datasets";
import { resNet50V2 } from "../../lib/models";
import { OneDeviceStrategy } from "../../lib/strategy";
import { fit, sgd } from "../../lib/training";
import { all } from "../extent";
import { temporaryFolder } from "../temporary";

// Two minutes: each of its steps is compared with Keras's in less, and lessons learn from the same images.
const EPOCHS = 3;
const dataDir = join(__dirname, "..", "..", "..", "shared", "data", "cifar-10-sample");

let folder: string;
beforeEach(() => void (folder = temporaryFolder("cifar")));

it.runIf(all)(`ResNet50V2 learns real images in ${EPOCHS} epochs (or the stand-in, where there are none)`, async () => {
  const sizes = { imageSize: 32, globalBatchSize: 32 };
  const images = existsSync(dataDir)
    ? await cifar10({ dataDir, ...sizes })
    : await synthetic({ trainImages: 3750, testImages: 750, ...sizes });
  const model = resNet50V2({ inputShape: [32, 32, 3], classes: 10, seed: 1 });
  const strategy = new OneDeviceStrategy();
  const record = join(folder, "run.json");
  const run = await fit(model, images, { strategy, epochs: EPOCHS, optimizer: sgd(0.01), record });
  const losses = run.epochs.map(({ loss }) => loss);
  expect(losses).toHaveLength(EPOCHS);
  losses.slice(1).forEach((loss, before) => expect(loss).toBeLessThan(losses[before] - 0.05));
  // Chance is 0.1; 750 images leave it a standard deviation of 0.011.
  expect(run.epochs[EPOCHS - 1].validation?.accuracy).toBeGreaterThan(0.14);
});
