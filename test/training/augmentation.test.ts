import { join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { synthetic } from "../../datasets";
import { MirroredStrategy, OneDeviceStrategy } from "../../lib/strategy";
import { fit } from "../../lib/training/fit";
import type { FitOptions } from "../../lib/training/fit-options";
import { sgd } from "../../lib/training/optimizer";
import { readRun, type RunRecord } from "../../lib/runs/record";
import { tinyModel } from "./tiny-model";
import { temporaryFolder } from "../temporary";

let folder: string;
beforeEach(() => void (folder = temporaryFolder("augmentation")));

// Devices are made once in a process: the one device is the first of them.
const mirrored = new MirroredStrategy({ devices: 3, device: "cpu" });
const strategy = new OneDeviceStrategy();
afterAll(() => {
  mirrored.dispose();
});

async function train(options: Partial<FitOptions> = {}, isBlack = false): Promise<RunRecord> {
  const dataset = await synthetic({ imageSize: 8, globalBatchSize: 8, trainImages: 44, testImages: 20 });
  if (isBlack) dataset.train.images.fill(0);
  const model = tinyModel({ seed: options.resume ? 99 : 7 });
  try {
    const chosen = { strategy, epochs: 2, augment: true, record: join(folder, "run.json"), progress: false };
    return await fit(model, dataset, { ...chosen, optimizer: sgd(0.1, { momentum: 0.9 }), ...options });
  } finally {
    model.dispose();
  }
}

const losses = (run: RunRecord): number[] => run.epochs.flatMap(({ steps }) => steps.loss);

it("images on the device and images from the host give the same losses, bit for bit, and the record says that they changed", async () => {
  const [device, host, threads] = [
    await train(),
    await train({ data: "host", prefetch: 0 }),
    await train({ data: "host", loaders: 2 }),
  ];
  expect(losses(host)).toEqual(losses(device));
  expect(losses(threads)).toEqual(losses(device));
  expect(device.epochs.map(({ validation }) => validation?.loss)).toEqual(host.epochs.map(({ validation }) => validation?.loss)); // prettier-ignore
  expect((await readRun(join(folder, "run.json"))).configuration.augmentation).toBe("crop-flip");
  const plain = await train({ augment: false });
  expect(losses(plain)).not.toEqual(losses(device));
  expect(plain.configuration).not.toHaveProperty("augmentation");
});

it("test images are not changed", async () => {
  // Black training images stay what they are, so that both runs have the same weights.
  const [changed, plain] = [await train({}, true), await train({ augment: false }, true)];
  expect(losses(changed)).toEqual(losses(plain));
  expect(changed.epochs.map(({ validation }) => validation?.loss)).toEqual(
    plain.epochs.map(({ validation }) => validation?.loss),
  );
});

it.each(["device", "host"] as const)("a run goes on bit for bit within an epoch, fed by the %s", async (data) => {
  const whole = await train({ data });
  const checkpoint = join(folder, "checkpoints");
  const first = sgd((step) => {
    if (step === 8) process.emit("SIGTERM"); // as if it came while step 8 ran
    return 0.1;
  }, { momentum: 0.9 }); // prettier-ignore
  expect((await train({ data, checkpoint, optimizer: first })).outcome).toBe("interrupted");
  const rest = await train({ data, checkpoint, resume: true });
  expect(rest.resumedFrom).toEqual([{ epoch: 2, step: 3 }]);
  expect(losses(rest)).toEqual(losses(whole));
});

it("does not go on without what it began with", async () => {
  const checkpoint = join(folder, "checkpoints");
  await train({ checkpoint, epochs: 1 });
  await expect(train({ checkpoint, resume: true, augment: false })).rejects.toThrow(
    /another training: augmentation crop-flip there, none here\./,
  );
});

it.each(["device", "host"] as const)("several devices divide the images of one, fed by the %s", async (data) => {
  // One step, because the devices' own BatchNorms make all others differ.
  const options = { data, epochs: 1, stepsPerEpoch: 1, evaluate: false, checkReplicas: true };
  const run = await train({ ...options, strategy: mirrored });
  expect(run.outcome).toBe("completed");
  const other = await train({ ...options, data: data === "device" ? "host" : "device", strategy: mirrored });
  expect(losses(run)).toEqual(losses(other));
});
