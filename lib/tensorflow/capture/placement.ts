import { backend, type tf } from "../backend";
import { cApi } from "../c-api";
import { Graph } from "./graph";

let count = 0;

/**
 * Copies tensors to a device. The binding runs single ops on one device only, so this runs a graph of Identity ops. On a
 * logical CPU device the copies share the original's memory.
 * @returns the copies' numbers; the caller deletes them.
 */
export function copyTo(device: string, tensors: readonly tf.TensorInfo[]): number[] {
  if (tensors.length === 0) return [];
  const api = cApi();
  const graph = new Graph();
  const ids = backend().getInputTensorIds([...tensors]); // this also copies values from JavaScript to TensorFlow
  const inputs = tensors.map(({ dataId }) => {
    const { shape, dtype } = backend().tensorMap.get(dataId);
    return graph.placeholder(shape, dtype);
  });
  const name = `copy_to_device_${count++}`;
  const outputs = inputs.map((node) => graph.op("Identity", [], [node], device)[0]);
  const handle = graph.toFunction(name, inputs, outputs);
  try {
    api.checked(name, "contextAddFunction", api.context, handle);
    return backend()
      .binding.executeOp(name, [], ids, ids.length)
      .map(({ id }) => id);
  } finally {
    api.call("deleteFunction", handle);
    api.checked(name, "contextRemoveFunction", api.context, name);
    graph.dispose();
  }
}
