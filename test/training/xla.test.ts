import { expect, it } from "vitest";
import { MirroredStrategy } from "../../lib/strategy";
import { configureTensorFlow } from "../../lib/tensorflow";
import type { FitOptions } from "../../lib/training/fit-options";
import { losses, tinyFit } from "./tiny-fit";

// XLA translates the same graphs and fuses them, but its compiler for CPUs takes a quarter of the time.
process.env.XLA_FLAGS = "--xla_backend_optimization_level=0";
configureTensorFlow({ device: "cpu", logicalDevices: 2 });

/** A training whose images are resized in the step, with updates of two batches, and a smaller last batch. */
const train = (options: Partial<FitOptions>) =>
  tinyFit({ epochs: 2, syncEvery: 2, ...options }, { imageSize: 12, trainImages: 36 });

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

it("has the losses of the same training without XLA on two devices in 16 bits, too", async () => {
  const strategy = new MirroredStrategy({ devices: 2, device: "cpu" });
  const options = { strategy, precision: "mixed_float16", epochs: 1 } as const;
  const [plain, compiled] = [await train(options), await train({ ...options, xla: true })];
  losses(compiled).forEach((loss, step) => expect(loss / losses(plain)[step]).toBeCloseTo(1, 2));
  strategy.dispose();
});
