import { afterEach, expect, it } from "vitest";
import { capture, tf } from "../../../lib/tensorflow";
import { backend } from "../../../lib/tensorflow/backend";

const node = backend();
const { binding } = node;
afterEach(() => {
  node.binding = binding;
});

// On a GPU a step's end is what a thread notes. That thread reads the values on a CPU, too.
it.each(["CPU", "GPU"])("a launched step gives its values, and when they were there, as on a %s", async (device) => {
  const counter = tf.variable(tf.scalar(0));
  const step = capture((x: tf.Tensor2D) => {
    counter.assign(counter.add(1));
    return { twice: x.mul(2), sum: x.sum(), count: counter.mul(1) };
  });
  const x = tf.tensor2d([[1, 2], [3, 4]]); // prettier-ignore
  await step.launch(x);
  node.binding = Object.create(binding, { isUsingGpuDevice: { value: () => device === "GPU" } }) as typeof binding;
  const tensors = tf.memory().numTensors;
  const launched = performance.now();
  const first = step.launch(x);
  const second = step.launch(x);
  while (performance.now() < launched + 2000); // the main thread is busy, as if it prepared another step
  const [{ values, at }, { values: later }] = await Promise.all([first, second]);
  expect(values.twice).toEqual(Float32Array.of(2, 4, 6, 8));
  expect(values.sum).toEqual(Float32Array.of(10));
  expect([values.count[0], later.count[0]]).toEqual([2, 3]);
  expect(at).toBeGreaterThan(launched);
  expect(at).toBeLessThan(launched + 1500);
  expect(tf.memory().numTensors).toBe(tensors);
  step.dispose();
});

it("a step that fails when it is launched says so at once", () => {
  const table = tf.tensor1d([1, 2]);
  const step = capture((row: tf.Tensor1D) => tf.gather(table, row));
  expect(() => step.launch(tf.tensor1d([5], "int32"))).toThrow(/indices\[0\] = 5 is not in \[0, 2\)/);
});

it("only results in float32 can be read while others run", async () => {
  const step = capture((x: tf.Tensor) => x.greater(1));
  await expect(step.launch(tf.tensor1d([1, 2]))).rejects.toThrow("Only results in float32");
});
