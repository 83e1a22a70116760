import { backend, tf } from "../backend";
import { cApi } from "../c-api";
import { isRehearsal } from "../devices";
import { Graph, type Node } from "./graph";
import { DeviceValue, handleAttributes, type Device } from "./resource";

let count = 0;

/**
 * Copies tensors to a device. The binding runs single ops on one device only, so this runs a graph of Identity ops. On a
 * logical CPU device the copies share the original's memory.
 * @returns the copies' numbers; the caller deletes them.
 */
export function copyTo(device: Device, tensors: readonly tf.TensorInfo[]): number[] {
  if (tensors.length === 0 || isRehearsal()) return [];
  return runOnce("copy_to_device", tensors, (graph, inputs) =>
    inputs.map((node) => graph.op("Identity", [], [node], { device })[0]),
  );
}

/**
 * Brings the values of variables into resource variables on the devices that need them, where they are not there yet. When a variable is
 * assigned outside of a step, its new value so reaches every replica before the next step.
 */
export function placeVariables(variables: ReadonlyMap<tf.Variable, readonly Device[]>): void {
  const missing = [...variables].flatMap(([variable, devices]) => {
    const value = DeviceValue.of(variable);
    return devices.filter((device) => !value?.isOn(device)).map((device) => ({ variable, device }));
  });
  for (const sources of insideOfBytes([...new Set(missing.map(({ variable }) => variable))]))
    placeSome(sources, missing.filter(({ variable }) => sources.includes(variable))); // prettier-ignore
}

/** Values pass through the first device on their way to others, so that only so many bytes go at a time. */
const MOST_BYTES = 2 ** 26;

function insideOfBytes(variables: readonly tf.Variable[]): tf.Variable[][] {
  const groups: tf.Variable[][] = [];
  let bytes = Infinity;
  for (const variable of variables) {
    const own = 4 * variable.size;
    if (bytes + own > MOST_BYTES) groups.push([]);
    bytes = bytes + own > MOST_BYTES ? own : bytes + own;
    groups[groups.length - 1].push(variable);
  }
  return groups;
}

function placeSome(
  sources: readonly tf.Variable[],
  missing: readonly { variable: tf.Variable; device: Device }[],
): void {
  sources.forEach((variable) => DeviceValue.makeRoom(variable));
  const handles = runOnce("place_variables", sources, (graph, inputs) =>
    missing.map(({ variable, device }) => {
      const attributes = handleAttributes(variable);
      const [handle] = graph.op("VarHandleOp", attributes, [], { device });
      const source = inputs[sources.indexOf(variable)];
      graph.op("AssignVariableOp", attributes, [handle, source], { device });
      return handle;
    }),
  );
  missing.forEach(({ variable, device }, index) => {
    const value = DeviceValue.of(variable) ?? takeOver(variable);
    value.placed(device, handles[index]);
  });
}

/**
 * Gives each device a value of its own for a variable, as steps of a mesh see it: its part of a larger tensor.
 * @param parts One for each device, of the variable's shape.
 */
export function placeParts(variable: tf.Variable, devices: readonly Device[], parts: readonly tf.Tensor[]): void {
  if (isRehearsal()) {
    forget(variable);
    return;
  }
  DeviceValue.makeRoom(variable);
  DeviceValue.of(variable)?.changes(variable, devices);
  const attributes = handleAttributes(variable);
  const handles = runOnce("place_parts", parts, (graph, inputs) =>
    devices.map((device, index) => {
      const [handle] = graph.op("VarHandleOp", attributes, [], { device });
      graph.op("AssignVariableOp", attributes, [handle, inputs[index]], { device });
      return handle;
    }),
  );
  const value = DeviceValue.of(variable) ?? takeOver(variable);
  value.isDivided = true;
  devices.forEach((device, index) => {
    if (value.isOn(device))
      backend().binding.deleteTensor(handles[index]); // it has one already
    else value.placed(device, handles[index]);
  });
}

/** Frees a variable's values, and keeps its shape: nothing can read it before it is assigned. */
export function forget(variable: tf.Variable): void {
  DeviceValue.makeRoom(variable);
  takeOver(variable);
}

function takeOver(variable: tf.Variable): DeviceValue {
  const { shape, dtype } = backend().tensorMap.get(variable.dataId);
  const value = new DeviceValue(shape, dtype, variable.id);
  value.become(variable);
  return value;
}

/** Runs a graph of these tensors that is needed only once. @returns the binding's numbers of its results. */
function runOnce(what: string, tensors: readonly tf.TensorInfo[], build: (graph: Graph, inputs: Node[]) => Node[]) {
  const api = cApi();
  const graph = new Graph();
  const ids = backend().getInputTensorIds([...tensors]); // this also copies values from JavaScript to TensorFlow
  const inputs = tensors.map(({ dataId }) => {
    const { shape, dtype } = backend().tensorMap.get(dataId);
    return graph.placeholder(shape, dtype);
  });
  const name = `${what}_${count++}`;
  const outputs = build(graph, inputs);
  const handle = graph.toFunction(name, inputs, outputs);
  try {
    api.checked(name, "contextAddFunction", api.context, handle);
    return backend()
      .binding.executeOp(name, [], ids, outputs.length)
      .map(({ id }) => id);
  } finally {
    api.call("deleteFunction", handle);
    api.checked(name, "contextRemoveFunction", api.context, name);
    graph.dispose();
  }
}
