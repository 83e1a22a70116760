import { expect, it } from "vitest";
import { OneDeviceStrategy } from "../../lib/strategy";
import { tf } from "../../lib/tensorflow";
import { measureCeiling } from "../../lib/training/ceiling";
import { tinyFit } from "./tiny-fit";

new OneDeviceStrategy({ device: "cpu" }); // starts TensorFlow

it("measures rates, and leaves no tensor behind", () => {
  const before = tf.memory().numTensors;
  const { operationsPerSecond, bytesPerSecond } = measureCeiling();
  // No processor of today is so slow, and none so fast.
  for (const rate of [operationsPerSecond, bytesPerSecond]) {
    expect(rate).toBeGreaterThan(1e7);
    expect(rate).toBeLessThan(1e16);
  }
  // A product of large matrices uses each number often, so it does more operations than memory delivers bytes.
  expect(operationsPerSecond).toBeGreaterThan(bytesPerSecond / 12);
  expect(tf.memory().numTensors).toBe(before);
});

it("stands in the record of a run that asks for it, and in no other", async () => {
  const train = (ceiling?: boolean) => tinyFit({ epochs: 1, evaluate: false, ceiling });
  expect((await train(true)).ceiling?.operationsPerSecond).toBeGreaterThan(0);
  expect(await train()).not.toHaveProperty("ceiling");
});
