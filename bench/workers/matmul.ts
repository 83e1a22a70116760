import { capture, configureTensorFlow, installation, nativeOp, tf } from "../../lib/tensorflow/engine";
import { Gate } from "./gate";

// The best rate of this machine: products of large square matrices by the same TensorFlow, on all cores.

const size = 2048;
const products = 4;

/** Floating-point operations of one step of this worker. */
export const matmulOperations = products * 2 * size ** 3;

async function main(): Promise<void> {
  const gate = new Gate({
    does: `${products} products of ${size}x${size} matrices`,
    versions: { tensorflow: installation().version },
  });
  configureTensorFlow({ device: "cpu" });
  // Entries are about 1 / sqrt(size), so that repeated products neither grow nor vanish.
  const matrix = tf.randomNormal([size, size], 0, 1 / Math.sqrt(size));
  const attributes = { T: { type: "float32" }, transpose_a: false, transpose_b: false } as const;
  const step = capture(
    (right: tf.Tensor) => {
      let left = right;
      for (let product = 0; product < products; product++) [left] = nativeOp("MatMul", attributes, [left, right]);
      return tf.mean(left);
    },
    { precision: gate.plan.precision === "float32" ? "float32" : "mixed_bfloat16" },
  );
  for (;;) {
    const mean = step(matrix);
    await mean.data();
    mean.dispose();
    await gate.pass();
  }
}

if (require.main === module) void main();
