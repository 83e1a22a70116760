import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { synthetic } from "../../datasets";
import { OneDeviceStrategy } from "../../lib/strategy";
import { tf } from "../../lib/tensorflow";
import { fit } from "../../lib/training/fit";
import { sgd } from "../../lib/training/optimizer";
import { readRun } from "../../lib/runs/record";
import { tinyModel } from "./tiny-model";
import { temporaryFolder } from "../temporary";

let folder: string;
beforeEach(() => void (folder = temporaryFolder("fit")));

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
    expect(run.devicePeakBytes).toBeUndefined(); // nothing counts on CPUs, and 0 would be wrong
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

describe("what stops a training", () => {
  it.each([
    ["record", "The run record"],
    ["checkpoint", "The folder of checkpoints"],
    ["graph", "The folder of the graph"],
    ["profile", "The profile"],
  ])("an output that cannot be written, %s, stops it before it begins", async (option, what) => {
    const record = join(folder, "run.json");
    writeFileSync(join(folder, "file"), "");
    const file = join(folder, "file", "x.pb");
    const options = { record, [option]: option === "profile" ? { file } : file };
    const training = fit(tinyModel(), await images(), { strategy, optimizer: sgd(0.1), epochs: 1, ...options });
    await expect(training).rejects.toThrow(`${what} ${file} cannot be written: a file stands where a folder is needed`);
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it("fails with its reason in the record", async () => {
    const model = tinyModel();
    const file = join(folder, "run.json");
    const optimizer = sgd((step) => 0.1 - 0.05 * step);
    const options = { strategy, optimizer, epochs: 1, record: file, progress: false };
    await expect(fit(model, await images(), options)).rejects.toThrow(/rate of step 2 is 0,/);
    const run = await readRun(file);
    expect(run).toMatchObject({ outcome: "failed", reason: expect.stringMatching(/rate of step 2 is 0,/) as string });
    expect(run.epochs[0].steps.loss).toHaveLength(2);
    model.dispose();
  });

  it("ends as out of memory with a batch size that should fit, when TensorFlow cannot allocate", async () => {
    const model = { ...tinyModel(), apply: () => hugeTensor() };
    const file = join(folder, "run.json");
    const options = { strategy, optimizer: sgd(0.1), epochs: 1, record: file, progress: false };
    const run = await fit(model, await images(), options);
    expect(run).toMatchObject({ outcome: "out-of-memory", suggestedBatchSize: 4, epochs: [] });
    expect(run.reason).toBe("Out of memory at a global batch size of 8: a batch size of 4 should fit.");
    expect(await readRun(file)).toEqual(run);
  });

  it.each([
    [{ epochs: 0 }, /epochs is 0: give a whole number from 1 up/],
    [{ stepsPerEpoch: 1.5 }, /stepsPerEpoch is 1.5/],
    [{ seed: 2 ** 40 }, /seed is 1099511627776/],
  ])("refuses %o before anything is written", async (options, expected) => {
    const model = tinyModel();
    const file = join(folder, "run.json");
    const all = { strategy, optimizer: sgd(0.1), epochs: 1, record: file, progress: false, ...options };
    await expect(fit(model, await images(), all)).rejects.toThrow(expected);
    await expect(readRun(file)).rejects.toThrow(/no such file/);
    model.dispose();
  });

  it("refuses a model that does not fit the images", async () => {
    const options = { strategy, optimizer: sgd(0.1), epochs: 1, progress: false };
    await expect(fit(tinyModel({ size: 16 }), await images(), options)).rejects.toThrow(/takes images of 16x16x3, but/);
    await expect(fit(tinyModel({ classes: 2 }), await images(), options)).rejects.toThrow(/tells 2 classes apart, but/);
  });
});

function hugeTensor(): tf.Tensor2D {
  throw new Error("OOM when allocating tensor with shape[1000000,1000000]");
}
