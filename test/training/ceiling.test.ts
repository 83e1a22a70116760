import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { synthetic } from "../../datasets";
import { OneDeviceStrategy } from "../../lib/strategy";
import { tf } from "../../lib/tensorflow";
import { measureCeiling } from "../../lib/training/ceiling";
import { fit } from "../../lib/training/fit";
import { sgd } from "../../lib/training/optimizer";
import { tinyModel } from "./tiny-model";
import { temporaryFolder } from "../temporary";

const strategy = new OneDeviceStrategy({ device: "cpu" });

it("measures rates, and leaves no tensor behind", () => {
  const before = tf.memory().numTensors;
  const { operationsPerSecond, bytesPerSecond } = measureCeiling();
  // No processor of today is so slow, and none so fast.
  for (const rate of [operationsPerSecond, bytesPerSecond]) {
    expect(rate).toBeGreaterThan(1e7);
    expect(rate).toBeLessThan(1e16);
  }
  // A product of large matrices uses each number often, so it does more operations than memory delivers bytes.
  expect(operationsPerSecond).toBeGreaterThan(bytesPerSecond / 12);
  expect(tf.memory().numTensors).toBe(before);
});

it("stands in the record of a run that asks for it, and in no other", async () => {
  const folder = temporaryFolder("ceiling");
  const dataset = await synthetic({ imageSize: 8, globalBatchSize: 8, trainImages: 16, testImages: 8 });
  const train = (ceiling?: boolean) =>
    fit(tinyModel(), dataset, {
      ...{ strategy, optimizer: sgd(0.1), epochs: 1, evaluate: false, progress: false },
      ...{ record: join(folder, "run.json"), ceiling },
    });
  expect((await train(true)).ceiling?.operationsPerSecond).toBeGreaterThan(0);
  expect(await train()).not.toHaveProperty("ceiling");
  await rm(folder, { recursive: true });
});
