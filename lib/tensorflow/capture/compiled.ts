import { cApi } from "../c-api";
import type { Graph, Node } from "./graph";
import type { Recording } from "./recording";
import type { Device } from "./resource";

/** What a step's graph takes over of one replica's. */
export interface ReplicaParts {
  recording: Recording;
  /** The arguments, tensors from outside, and the random state. */
  inputs: readonly Node[];
  results: readonly Node[];
  /** The names of ops that run even if no result needs them. */
  kept: string[];
  device: Device;
}

/**
 * Makes a function of a replica's graph and adds a call of it to the step's graph, marked as Keras's `jit_compile=True` marks it:
 * when the step first runs, TensorFlow has XLA compile the function, all of it or nothing. XLA has no kernel for the op that finds
 * a variable, so the step's graph finds them, and the function takes their handles.
 * @param graph The step's graph.
 * @param name The function's name. The caller removes it from TensorFlow's context.
 * @returns the inputs, the results, and the name of the call, in the step's graph.
 */
export function insertCompiled(graph: Graph, name: string, { recording, device, ...parts }: ReplicaParts) {
  const api = cApi();
  const variables = recording.variables.handles;
  // A function may not return one of its inputs, or a node twice.
  const results = parts.results.map((node) => recording.graph.op("Identity", [], [node])[0]);
  const taken = [...parts.inputs, ...variables.map(({ handle }) => handle)];
  const handle = recording.graph.toFunction(name, taken, results, parts.kept);
  try {
    api.checked(name, "contextAddFunction", api.context, handle);
    api.checked(name, "copyFunction", graph.handle, handle, null);
  } finally {
    api.call("deleteFunction", handle);
  }
  const inputs = parts.inputs.map(({ shape, dtype }) => graph.placeholder(shape, dtype));
  const handles = variables.map(({ attributes }) => graph.op("VarHandleOp", attributes, [], { device })[0]);
  const given = [...inputs, ...handles];
  const returned = graph.build("StatefulPartitionedCall", given, [], (operation) => {
    api.call("setDevice", operation, device);
    const members = given.map(({ output }) => output);
    api.call("addInputList", operation, members, members.length);
    api.call("setTypeList", operation, "Tin", typesOf(given), given.length);
    api.call("setTypeList", operation, "Tout", typesOf(results), results.length);
    api.call("setFunction", operation, "f", name, Buffer.byteLength(name));
    api.call("setBool", operation, "_XlaMustCompile", 1);
  });
  return { inputs, results: returned, kept: [graph.latest.name] };
}

const typesOf = (nodes: readonly Node[]): number[] => nodes.map(({ dtype }) => dtype);
