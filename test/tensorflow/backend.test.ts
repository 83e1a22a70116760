import { expect, it } from "vitest";
import { configureTensorFlow, deviceNames, installation, nativeOp, tf } from "../../lib/tensorflow";

// One process runs one TensorFlow, so the order of these tests counts.
it("starts at the first op with the devices that were chosen before", () => {
  configureTensorFlow({ logicalDevices: 3, device: "cpu" });
  expect(
    tf
      .ones([2, 2])
      .matMul(tf.ones([2, 2]))
      .dataSync(),
  ).toEqual(Float32Array.of(2, 2, 2, 2));
  expect(deviceNames()).toEqual(["CPU:0", "CPU:1", "CPU:2"]);
});

it("refuses to be configured once it runs", () => {
  expect(() => configureTensorFlow({ logicalDevices: 2 })).toThrow(/TensorFlow runs already: call configureTensorFlow/);
});

it("is the TensorFlow that set-up chose", () => {
  const { binding } = tf.backend() as unknown as { binding: { TF_Version: string } };
  expect(binding.TF_Version).toBe(installation().version);
});

it("runs ops that TensorFlow.js has no function for", () => {
  const [values, indices] = nativeOp("TopKV2", { sorted: true }, [tf.tensor1d([3, 9, 4]), tf.scalar(2, "int32")], 2);
  expect(Array.from(values.dataSync())).toEqual([9, 4]);
  expect(Array.from(indices.dataSync())).toEqual([1, 2]);
});

it("says TensorFlow's own reason when an op fails", () => {
  expect(() => nativeOp("MatMul", {}, [tf.ones([2, 3]), tf.ones([2, 3])])).toThrow(/[Mm]atrix size-incompatible/);
});
