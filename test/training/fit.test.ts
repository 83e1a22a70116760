import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { synthetic } from "../../datasets";
import { OneDeviceStrategy } from "../../lib/strategy";
import { tf } from "../../lib/tensorflow";
import { fit } from "../../lib/training/fit";
import { sgd } from "../../lib/training/optimizer";
import { readRun } from "../../lib/training/record";
import { tinyModel } from "./tiny-model";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "fit-"));
});
afterEach(() => rm(folder, { recursive: true }));

const strategy = new OneDeviceStrategy();
const images = () => synthetic({ imageSize: 8, globalBatchSize: 8, trainImages: 44, testImages: 20 });

describe("fit", () => {
  it("trains with the last partial batch, evaluates, and records every step", async () => {
    const model = tinyModel();
    const file = join(folder, "run.json");
    const optimizer = sgd(0.1, { momentum: 0.9 });
    const run = await fit(model, await images(), { strategy, optimizer, epochs: 6, record: file, progress: false });
    expect(await readRun(file)).toEqual(run);
    expect(run.outcome).toBe("completed");
    expect(run.epochs.map(({ epoch }) => epoch)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(run.epochs[1].steps.images).toEqual([8, 8, 8, 8, 8, 4]);
    const times = run.epochs.flatMap(({ steps }) => steps.start.flatMap((start, step) => [start, steps.end[step]]));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(run.timeToFirstStepSeconds).toBeGreaterThan(0);
    expect(run.epochs[5].loss).toBeLessThan(run.epochs[0].loss);
    expect(run.epochs[5].validation?.loss).toBeLessThan(2.4);
    expect(run.captureSeconds).toBeGreaterThan(0);
    model.dispose();
  });

  it("leaves no tensor behind", async () => {
    const model = tinyModel();
    const dataset = await images();
    const before = tf.memory().numTensors;
    const optimizer = sgd(0.1, { momentum: 0.9 });
    await fit(model, dataset, { strategy, optimizer, epochs: 2, record: join(folder, "run.json"), progress: false });
    expect(tf.memory().numTensors).toBe(before);
    model.dispose();
  });
});
