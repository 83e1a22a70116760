import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { synthetic } from "../../datasets";
import { MirroredStrategy, OneDeviceStrategy } from "../../lib/strategy";
import { configureTensorFlow } from "../../lib/tensorflow";
import { fit } from "../../lib/training/fit";
import type { FitOptions } from "../../lib/training/fit-options";
import { sgd } from "../../lib/training/optimizer";
import type { RunRecord } from "../../lib/runs/record";
import { tinyModel } from "./tiny-model";
import { temporaryFolder } from "../temporary";

// XLA translates the same graphs and fuses them, but its compiler for CPUs takes a quarter of the time.
process.env.XLA_FLAGS = "--xla_backend_optimization_level=0";
configureTensorFlow({ device: "cpu", logicalDevices: 2 });

let folder: string;
beforeEach(() => void (folder = temporaryFolder("xla")));

/** A training with dropout, momentum, images resized in the step, updates of two batches, and a smaller last batch. */
async function train(options: Partial<FitOptions>): Promise<RunRecord> {
  const dataset = await synthetic({ imageSize: 12, globalBatchSize: 8, trainImages: 36, testImages: 20 });
  const model = tinyModel({ size: 12, dropout: 0.5 });
  const chosen = { strategy: new OneDeviceStrategy(), optimizer: sgd(0.1, { momentum: 0.9 }), epochs: 2, syncEvery: 2 };
  try {
    return await fit(model, dataset, { ...chosen, record: join(folder, "run.json"), progress: false, ...options });
  } finally {
    model.dispose();
  }
}

it("a training whose steps XLA compiles has the losses of one without, and its record says so", async () => {
  const [plain, compiled] = [await train({}), await train({ xla: true })];
  expect([plain, compiled].map(({ configuration }) => configuration.xla)).toEqual([undefined, true]);
  compiled.epochs.forEach(({ steps, validation, accuracy }, index) => {
    const wanted = plain.epochs[index];
    steps.loss.forEach((loss, step) => expect(loss / wanted.steps.loss[step]).toBeCloseTo(1, 4));
    expect(validation!.loss / wanted.validation!.loss).toBeCloseTo(1, 4);
    expect(accuracy).toBe(wanted.accuracy);
  });
});

it("does not go on from a training without XLA", async () => {
  const checkpoint = join(folder, "checkpoints");
  await train({ checkpoint, epochs: 1 });
  await expect(train({ checkpoint, resume: true, xla: true })).rejects.toThrow(
    /another training: compilation by XLA false there, true here\./,
  );
});

it("has the losses of the same training without XLA on two devices in 16 bits, too", async () => {
  const strategy = new MirroredStrategy({ devices: 2, device: "cpu" });
  const options = { strategy, precision: "mixed_float16", epochs: 1 } as const;
  const [plain, compiled] = [await train(options), await train({ ...options, xla: true })];
  const losses = ({ epochs }: RunRecord) => epochs[0].steps.loss;
  losses(compiled).forEach((loss, step) => expect(loss / losses(plain)[step]).toBeCloseTo(1, 2));
  strategy.dispose();
});
