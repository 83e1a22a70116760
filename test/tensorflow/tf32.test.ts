import { join } from "node:path";
import koffi from "koffi";
import { expect, it } from "vitest";
import { configureTensorFlow, installation, tf } from "../../lib/tensorflow/engine";

const enabled = (): boolean =>
  // tsl::tensor_float_32_execution_enabled(): what TensorFlow's kernels ask.
  koffi
    .load(join(installation().home, "libtensorflow_framework.so.2"))
    .func("bool _ZN3tsl33tensor_float_32_execution_enabledEv()")() as boolean;

it("is on in TensorFlow itself, and off when it was switched off before TensorFlow started", () => {
  expect(enabled()).toBe(true);
  configureTensorFlow({ device: "cpu", tf32: false });
  tf.scalar(1).add(1).dataSync();
  expect(enabled()).toBe(false);
});
