import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { MirroredStrategy, OneDeviceStrategy } from "../../lib/strategy";
import type { FitOptions } from "../../lib/training/fit-options";
import { readRun, type RunRecord } from "../../lib/runs/record";
import { losses, tinyFit, validations, type Tiny } from "./tiny-fit";
import { temporaryFolder } from "../temporary";

// Devices are made once in a process: the one device is the first of them.
const mirrored = new MirroredStrategy({ devices: 3, device: "cpu" });
const strategy = new OneDeviceStrategy();
afterAll(() => mirrored.dispose());

const train = (options: Partial<FitOptions> = {}, tiny: Tiny = {}): Promise<RunRecord> =>
  tinyFit({ strategy, epochs: 2, augment: true, ...options }, { dropout: 0, ...tiny });

it("images on the device and images from the host give the same losses, bit for bit, and the record says that they changed", async () => {
  const record = join(temporaryFolder("augmentation"), "run.json");
  const [device, host, threads] = [
    await train(),
    await train({ data: "host", prefetch: 0 }),
    await train({ data: "host", loaders: 2, record }),
  ];
  expect(losses(host)).toEqual(losses(device));
  expect(losses(threads)).toEqual(losses(device));
  expect(validations(host)).toEqual(validations(device));
  expect((await readRun(record)).configuration.augmentation).toBe("crop-flip");
  const plain = await train({ augment: false });
  expect(losses(plain)).not.toEqual(losses(device));
  expect(plain.configuration).not.toHaveProperty("augmentation");
});

it("test images are not changed", async () => {
  // Black training images stay what they are, so that both runs have the same weights.
  const black: Tiny = { change: (images) => void images.train.images.fill(0) };
  const [changed, plain] = [await train({}, black), await train({ augment: false }, black)];
  expect(losses(changed)).toEqual(losses(plain));
  expect(validations(changed)).toEqual(validations(plain));
});

it.each(["device", "host"] as const)("several devices divide the images of one, fed by the %s", async (data) => {
  // One step, because the devices' own BatchNorms make all others differ.
  const options = { epochs: 1, stepsPerEpoch: 1, evaluate: false, checkReplicas: true, strategy: mirrored };
  const run = await train({ ...options, data });
  expect(run.outcome).toBe("completed");
  const other = await train({ ...options, data: data === "device" ? "host" : "device" });
  expect(losses(run)).toEqual(losses(other));
});
