import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tf } from "../../lib/tensorflow";
import { sgd } from "../../lib/training/optimizer";
import { readRun } from "../../lib/runs/record";
import { tinyFit } from "./tiny-fit";
import { tinyModel } from "./tiny-model";
import { temporaryFolder } from "../temporary";

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder("fit");
  file = join(folder, "run.json");
});

describe("fit", () => {
  it("trains with the last partial batch, evaluates, and records every step", async () => {
    const run = await tinyFit({ optimizer: sgd(0.1, { momentum: 0.9 }), epochs: 6, record: file }, { dropout: 0 });
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
  });

  it.each([1, 4])("leaves no tensor behind, with %i batches an update", async (syncEvery) => {
    const before = tf.memory().numTensors;
    await tinyFit({ epochs: 2, syncEvery });
    expect(tf.memory().numTensors).toBe(before);
  });
});

describe("what stops a training", () => {
  it.each([
    ["record", "The run record"],
    ["checkpoint", "The folder of checkpoints"],
    ["graph", "The folder of the graph"],
    ["profile", "The profile"],
  ])("an output that cannot be written, %s, stops it before it begins", async (option, what) => {
    writeFileSync(join(folder, "file"), "");
    const path = join(folder, "file", "x.pb");
    const training = tinyFit({ record: file, [option]: option === "profile" ? { file: path } : path });
    await expect(training).rejects.toThrow(`${what} ${path} cannot be written: a file stands where a folder is needed`);
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it("fails with its reason in the record", async () => {
    const optimizer = sgd((step) => 0.1 - 0.05 * step);
    await expect(tinyFit({ optimizer, record: file })).rejects.toThrow(/rate of step 2 is 0,/);
    const run = await readRun(file);
    expect(run).toMatchObject({ outcome: "failed", reason: expect.stringMatching(/rate of step 2 is 0,/) as string });
    expect(run.epochs[0].steps.loss).toHaveLength(2);
  });

  it("ends as out of memory with a batch size that should fit, when TensorFlow cannot allocate", async () => {
    const hugeTensor = (): tf.Tensor2D => {
      throw new Error("OOM when allocating tensor with shape[1000000,1000000]");
    };
    const run = await tinyFit({ record: file }, { wrap: (model) => ({ ...model, apply: hugeTensor }) });
    expect(run).toMatchObject({ outcome: "out-of-memory", suggestedBatchSize: 4, epochs: [] });
    expect(run.reason).toBe("Out of memory at a global batch size of 8: a batch size of 4 should fit.");
    expect(await readRun(file)).toEqual(run);
  });

  it.each([
    [{ epochs: 0 }, /epochs is 0: give a whole number from 1 up/],
    [{ stepsPerEpoch: 1.5 }, /stepsPerEpoch is 1.5/],
    [{ seed: 2 ** 40 }, /seed is 1099511627776/],
  ])("refuses %o before anything is written", async (options, expected) => {
    await expect(tinyFit({ record: file, ...options })).rejects.toThrow(expected);
    await expect(readRun(file)).rejects.toThrow(/no such file/);
  });

  it("refuses a model that does not fit the images", async () => {
    const other = (sizes: object) => tinyFit({}, { wrap: () => tinyModel(sizes) });
    await expect(other({ size: 16 })).rejects.toThrow(/takes images of 16x16x3, but/);
    await expect(other({ classes: 2 })).rejects.toThrow(/tells 2 classes apart, but/);
  });
});
