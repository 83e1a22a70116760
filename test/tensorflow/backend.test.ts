import koffi from "koffi";
import { expect, it, vi } from "vitest";
import { environmentFor } from "../../lib/tensorflow/config";
import { configureTensorFlow, deviceNames, installation, nativeOp, tf } from "../../lib/tensorflow/engine";

const getenv = koffi.load("libc.so.6").func("const char* getenv(const char*)") as (name: string) => string | null;

/** What TensorFlow's process was told when Node loaded the binding, which starts TensorFlow. */
const whenLoaded: (string | null)[] = [];
const dlopen = process.dlopen.bind(process);
vi.spyOn(process, "dlopen").mockImplementation((module, file, flags?: number) => {
  if (String(file).includes("tfjs_binding")) whenLoaded.push(getenv("TF_ENABLE_ONEDNN_OPTS"));
  if (flags === undefined) dlopen(module, file);
  else dlopen(module, file, flags);
});

// One process runs one TensorFlow: it starts here, before all tests, so that their order does not count.
configureTensorFlow({ logicalDevices: 3, device: "cpu" });
const ones = tf.ones([2, 2]);
const first = ones.matMul(ones).dataSync();

it("starts at the first op with the devices that were chosen before", () => {
  expect(first).toEqual(Float32Array.of(2, 2, 2, 2));
  expect(deviceNames()).toEqual(["CPU:0", "CPU:1", "CPU:2"]);
});

it("finds in its environment what its devices need, before it is loaded", () => {
  expect(whenLoaded).toEqual([environmentFor(false).TF_ENABLE_ONEDNN_OPTS ?? null]);
});

it("refuses other options once it runs, but not the same ones, as when a cell is run twice", () => {
  expect(() => configureTensorFlow({ logicalDevices: 2 })).toThrow(
    /^TensorFlow runs already, with other options: call/,
  );
  expect(() => configureTensorFlow({ device: "cpu", logicalDevices: 3, tf32: undefined })).not.toThrow();
  expect(deviceNames()).toHaveLength(3);
});

it("is the TensorFlow that set-up chose", () => {
  const { binding } = tf.backend() as unknown as { binding: { TF_Version: string } };
  expect(binding.TF_Version).toBe(installation().version);
});

it("says TensorFlow's reason alone when an op fails, on the first line of the message", () => {
  const reasons = [
    () => tf.reshape(tf.tensor1d([1, 2, 3]), [2, 2]), // refused by TensorFlow.js's own kernel
    () => nativeOp("Reshape", {}, [tf.tensor1d([1, 2, 3]), tf.tensor1d([2, 2], "int32")]),
    () => nativeOp("MatMul", {}, [tf.ones([2, 3]), tf.ones([2, 3])]),
    () => nativeOp("Cholesky", {}, [tf.ones([2, 3])]),
    () => nativeOp("NoSuchOp", {}, []),
  ];
  for (const fails of reasons) expect(fails).toThrow(/^(?!Invalid TF_Status)[^\n]{20,}/);
});

it("runs ops that TensorFlow.js has no function for", () => {
  const [values, indices] = nativeOp("TopKV2", { sorted: true }, [tf.tensor1d([3, 9, 4]), tf.scalar(2, "int32")], 2);
  expect(Array.from(values.dataSync())).toEqual([9, 4]);
  expect(Array.from(indices.dataSync())).toEqual([1, 2]);
});

it("says TensorFlow's own reason when an op fails", () => {
  expect(() => nativeOp("MatMul", {}, [tf.ones([2, 3]), tf.ones([2, 3])])).toThrow(/[Mm]atrix size-incompatible/);
});
