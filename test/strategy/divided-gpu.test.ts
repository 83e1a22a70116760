import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { mesh } from "../../lib/sharding";
import { divideGpu, MirroredStrategy } from "../../lib/strategy";
import { deviceNames, tf } from "../../lib/tensorflow/engine";
import { exampleRun } from "../../lib/runs/example-run";
import { memoryModelOf } from "../../lib/training/memory-model";
import { standInGpu } from "../tensorflow/stand-in-gpu/stand-in-gpu";
import { temporaryFolder } from "../temporary";

const gpu = standInGpu(2); // TensorFlow does not divide those of others than NVIDIA

it("copies and meshes take the parts of a divided GPU, and need no NCCL to meet", async () => {
  const folder = temporaryFolder("nvidia-smi");
  writeFileSync(join(folder, "nvidia-smi"), "#!/bin/sh\necho 'X, 1000'\n");
  chmodSync(join(folder, "nvidia-smi"), 0o755);
  vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
  await divideGpu(2);
  const strategy = new MirroredStrategy({ device: "gpu" });
  expect(deviceNames()).toEqual(["CPU:0", "GPU:0", "GPU:1"]);
  expect(strategy.devices).toEqual(["GPU:0", "GPU:1"]);
  expect(strategy.communication.collectives).toBe("ring");

  const grid = mesh({ data: 2 }, { device: "gpu" });
  expect([grid.devices, grid.communication.collectives]).toEqual([["/device:GPU:0", "/device:GPU:1"], "ring"]);
  gpu.allow(1000);
  const step = grid.capture((x: tf.Tensor) => tf.neg(x), (_place, x: tf.Tensor) => [x]); // prettier-ignore
  expect((await step.launch(tf.tensor1d([1, -2]))).values).toEqual(Float32Array.of(-1, 2));
  step.dispose();
  grid.dispose();
});

it("a suggested batch fits into a part", async () => {
  const { configuration } = exampleRun({ epochSeconds: [1], batches: [4] });
  const model = await memoryModelOf(1e6, { ...configuration, device: "gpu" }, { held: 1e6, arguments: 0, computed: 1e7, peak: 2e7 }); // prettier-ignore
  expect(model?.limitBytes).toBe(450 * 2 ** 20);
});
