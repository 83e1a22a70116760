import { join } from "node:path";
import { expect, it } from "vitest";
import { peakBytes, resetPeakBytes, tf } from "../../lib/tensorflow/engine";
import { OneDeviceStrategy } from "../../lib/strategy";
import { fitTogether } from "../strategy/worker";
import { temporaryFolder } from "../temporary";

// Only in this process, TensorFlow allocates on the CPU by the allocator that it has for GPUs, which counts.
process.env.TF_CPU_ALLOCATOR_USE_BFC = "1";

const MEGABYTE = 2 ** 20;

it("tells the most that tensors held at once, and after a reset what they hold", () => {
  const kept = tf.tidy(() => tf.ones([4 * MEGABYTE]).add(1)); // 16 MiB
  resetPeakBytes(["CPU:0"]); // of what tests before this one held
  tf.tidy(() =>
    tf
      .ones([16 * MEGABYTE])
      .add(1)
      .sum()
      .dataSync(),
  ); // 64 MiB, and their sums with 1
  const [most] = peakBytes(["CPU:0"]) ?? [];
  expect(most).toBeGreaterThanOrEqual(144 * MEGABYTE);
  expect(most).toBeLessThan(145 * MEGABYTE);
  resetPeakBytes(["CPU:0"]);
  const [now] = peakBytes(["CPU:0"]) ?? [];
  expect(now).toBeGreaterThanOrEqual(16 * MEGABYTE);
  expect(now).toBeLessThan(17 * MEGABYTE);
  kept.dispose();
});

it("tells nothing where a device is not there", () => {
  expect(peakBytes(["GPU:7"])).toBeUndefined();
  expect(peakBytes(["CPU:0", "CPU:1"])).toBeUndefined();
  expect(peakBytes([])).toBeUndefined();
});

it("stands in a run's record, without what trainings before it held", async () => {
  tf.tidy(() =>
    tf
      .ones([64 * MEGABYTE])
      .sum()
      .dataSync(),
  );
  const record = join(temporaryFolder("peak"), "run.json");
  const run = await fitTogether(new OneDeviceStrategy(), { epochs: 1, record, filters: 64 });
  expect(run.devicePeakBytes).toHaveLength(1);
  expect(run.devicePeakBytes?.[0]).toBeGreaterThan(4 * run.configuration.parameters);
  expect(run.devicePeakBytes?.[0]).toBeLessThan(64 * MEGABYTE);
});
