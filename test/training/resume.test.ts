import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { synthetic, type Dataset } from "../../datasets";
import { OneDeviceStrategy } from "../../lib/strategy";
import { fit } from "../../lib/training/fit";
import type { FitOptions } from "../../lib/training/fit-options";
import { sgd } from "../../lib/training/optimizer";
import type { RunRecord } from "../../lib/runs/record";
import { tinyModel } from "./tiny-model";
import { temporaryFolder } from "../temporary";

let folder: string;
beforeEach(() => void (folder = temporaryFolder("resume")));

const strategy = new OneDeviceStrategy();
const images = (globalBatchSize = 8): Promise<Dataset> =>
  synthetic({ imageSize: 8, globalBatchSize, trainImages: 44, testImages: 20 });

async function train(options: Partial<FitOptions>, dataset = images()): Promise<RunRecord> {
  // Other weights each time: what matters must come from the checkpoint. Dropout draws random numbers at each step.
  const model = tinyModel({ dropout: 0.5, seed: options.resume ? 99 : 7 });
  const optimizer = sgd((step) => 0.2 / (1 + step), { momentum: 0.9 });
  try {
    const chosen = { strategy, optimizer, epochs: 3, record: join(folder, "run.json"), progress: false, ...options };
    return await fit(model, await dataset, chosen);
  } finally {
    model.dispose();
  }
}

const losses = (run: RunRecord): number[] => run.epochs.flatMap(({ steps }) => steps.loss);
const validations = (run: RunRecord) => run.epochs.map(({ validation }) => [validation?.loss, validation?.accuracy]);

describe("resuming", () => {
  it.each(["device", "host"] as const)("goes on bit for bit, fed by the %s", async (data) => {
    const whole = await train({ data });
    const checkpoint = join(folder, "checkpoints");
    const first = await train({ data, checkpoint, epochs: 2 });
    const rest = await train({ data, checkpoint, resume: true });
    expect(losses(rest)).toEqual(losses(whole));
    expect(validations(rest)).toEqual(validations(whole));
    expect(rest).toMatchObject({ id: first.id, startedAt: first.startedAt, outcome: "completed" });
    expect(rest.resumedFrom).toEqual([{ epoch: 3, step: 0 }]);
    expect(rest.captureSeconds).toBeGreaterThan(first.captureSeconds);
  });

  it("goes on within an epoch after SIGTERM", async () => {
    const whole = await train({});
    const checkpoint = join(folder, "checkpoints");
    const rate = sgd(0.2);
    const optimizer = {
      ...sgd((step) => 0.2 / (1 + step), { momentum: 0.9 }),
      learningRate(step: number) {
        if (step === 8) process.emit("SIGTERM"); // as if it came while step 8 ran
        return rate.learningRate(step) / (1 + step);
      },
    };
    const first = await train({ optimizer, checkpoint });
    expect(first).toMatchObject({ outcome: "interrupted", reason: "Ended by SIGTERM." });
    expect(losses(first)).toHaveLength(9);
    const rest = await train({ checkpoint, resume: true });
    expect(rest.resumedFrom).toEqual([{ epoch: 2, step: 3 }]);
    expect(rest).toMatchObject({ outcome: "completed" });
    expect(rest.reason).toBeUndefined();
    expect(losses(rest)).toEqual(losses(whole));
  });

  it("of a run that is complete trains nothing more", async () => {
    const checkpoint = join(folder, "checkpoints");
    const whole = await train({ checkpoint });
    const again = await train({ checkpoint, resume: true });
    expect(losses(again)).toEqual(losses(whole));
    expect(again.outcome).toBe("completed");
  });

  it("begins where there is no checkpoint yet", async () => {
    const run = await train({ checkpoint: join(folder, "checkpoints"), resume: true, epochs: 1 });
    expect(run).toMatchObject({ outcome: "completed" });
    expect(run.resumedFrom).toBeUndefined();
    expect(await readdir(join(folder, "checkpoints"))).toEqual(["step-00000006"]);
  });

  it("refuses the checkpoint of another training and names the difference", async () => {
    const checkpoint = join(folder, "checkpoints");
    await train({ checkpoint, epochs: 1 });
    const resumed = { checkpoint, resume: true };
    await expect(train({ ...resumed, seed: 2 })).rejects.toThrow(/another training: seed 1 there, 2 here\./);
    await expect(train(resumed, images(4))).rejects.toThrow(/global batch size 8 there, 4 here/);
    await expect(train({ ...resumed, precision: "mixed" })).rejects.toThrow(
      /precision float32 there, mixed_bfloat16 here/,
    );
    const others = images().then((dataset) => ({
      ...dataset,
      train: { ...dataset.train, labels: Uint8Array.from(dataset.train.labels).reverse() },
    }));
    await expect(train(resumed, others)).rejects.toThrow(/other images under the same name/);
  });

  it("is asked for: a new run does not write over checkpoints", async () => {
    const checkpoint = join(folder, "checkpoints");
    await train({ checkpoint, epochs: 1 });
    await expect(train({ checkpoint })).rejects.toThrow(/holds checkpoints already: go on from them with --resume/);
    await expect(train({ resume: true })).rejects.toThrow(/name it with --checkpoint/);
  });
});
