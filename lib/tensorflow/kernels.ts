import * as tf from "@tensorflow/tfjs";
import type { NodeBackend } from "./backend";

/**
 * tfjs-node's GatherV2 reads its indices to check them, which costs a copy from the device and cannot be captured.
 * TensorFlow checks them itself (on GPUs, a wrong index gives zeros).
 */
export function replaceGather(): void {
  const name = { kernelName: "GatherV2", backendName: "tensorflow" };
  tf.unregisterKernel(name.kernelName, name.backendName);
  tf.registerKernel({
    ...name,
    kernelFunc: ({ inputs, attrs, backend }) => {
      const { x, indices } = inputs as { x: tf.TensorInfo; indices: tf.TensorInfo };
      const { axis, batchDims } = attrs as { axis: number; batchDims: number };
      const node = backend as NodeBackend;
      const { binding } = node;
      const at = tf.scalar(axis, "int32");
      const [made] = binding.executeOp(
        "GatherV2",
        [{ name: "batch_dims", type: binding.TF_ATTR_INT, value: batchDims }],
        node.getInputTensorIds([x, indices, at]),
        1,
      );
      at.dispose();
      return node.createOutputTensor(made);
    },
  });
}
