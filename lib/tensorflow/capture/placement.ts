import { backend, type tf } from "../backend";
import { cApi } from "../c-api";
import { Graph } from "./graph";

let count = 0;

/**
 * Copies tensors to a device. The binding runs single ops on one device only, so this is a graph of Identity ops; on a
 * logical CPU device they share the original's memory.
 * @returns the copies' numbers; who asked deletes them.
 */
export function copyTo(device: string, tensors: readonly tf.TensorInfo[]): number[] {
  if (tensors.length === 0) return [];
  const api = cApi();
  const graph = new Graph();
  const ids = backend().getInputTensorIds([...tensors]); // it also hands over what JavaScript has written
  const inputs = tensors.map(({ dataId }) => {
    const { shape, dtype } = backend().tensorMap.get(dataId);
    return graph.placeholder(shape, dtype);
  });
  const name = `copy_to_device_${count++}`;
  const outputs = inputs.map((node) => graph.op("Identity", [], [node], device)[0]);
  const made = graph.toFunction(name, inputs, outputs);
  try {
    api.checked(name, "contextAddFunction", api.context, made);
    return backend()
      .binding.executeOp(name, [], ids, ids.length)
      .map(({ id }) => id);
  } finally {
    api.call("deleteFunction", made);
    api.checked(name, "contextRemoveFunction", api.context, name);
    graph.dispose();
  }
}
