// The backward pass of a layer that has kept only its input: computes the layer again, but not before its turn has come.
import type { ForgottenLayer } from "parallel-training/chapters/08-memory";
import { gate, pullback, type tf } from "parallel-training/tensorflow";

export function backward({ layer, x, kernels, dy }: ForgottenLayer): tf.Tensor[] {
  const input = gate(x, kernels);
  const { pull } = pullback(() => layer(input, kernels), [input, ...kernels]);
  return pull(dy);
}
