import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { MirroredStrategy, OneDeviceStrategy } from "../../lib/strategy";
import { configureTensorFlow, tf } from "../../lib/tensorflow";
import type { FitOptions } from "../../lib/training/fit-options";
import { sgd } from "../../lib/training/optimizer";
import { temporaryFolder } from "../temporary";
import { ByHand } from "./by-hand";
import { losses, tinyFit } from "./tiny-fit";
import { tinyModel } from "./tiny-model";

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

it("does not compile a smaller last batch, whose step trains as well", async () => {
  const folder = temporaryFolder("graphs");
  const [losses, compiled] = [[] as number[][], [] as boolean[]];
  for (const xla of [false, true]) {
    const training = new ByHand(new OneDeviceStrategy(), tinyModel({ size: 8, dropout: 0 }), {
      ...{ optimizer: sgd(0.1), xla, wholeBatch: 4 },
    });
    const of = (images: number): [tf.Tensor, tf.Tensor] => [
      tf.randomUniform([images, 8, 8, 3], 0, 1, "float32", 1),
      tf.range(0, images, 1, "int32"),
    ];
    losses.push([await training.loss(of(4)), await training.loss(of(2)), await training.loss(of(4))]);
    if (xla) training.updates.writeGraph(folder);
    training.dispose();
  }
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile()))
    compiled.push(readFileSync(join(file.parentPath, file.name)).includes("_XlaMustCompile"));
  expect(compiled.sort()).toEqual([false, true]);
  losses[1].forEach((loss, step) => expect(loss / losses[0][step]).toBeCloseTo(1, 4));
});
