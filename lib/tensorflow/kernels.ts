import * as tf from "@tensorflow/tfjs";
import type { NodeBackend } from "./binding";

/**
 * Replaces tfjs-node's GatherV2, which reads its indices to check them: that costs a copy from the device and cannot be
 * captured. TensorFlow checks the indices itself (on GPUs, a wrong index gives zeros).
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
      const axisTensor = tf.scalar(axis, "int32");
      const [gathered] = binding.executeOp(
        "GatherV2",
        [{ name: "batch_dims", type: binding.TF_ATTR_INT, value: batchDims }],
        node.getInputTensorIds([x, indices, axisTensor]),
        1,
      );
      axisTensor.dispose();
      return node.createOutputTensor(gathered);
    },
  });
}
