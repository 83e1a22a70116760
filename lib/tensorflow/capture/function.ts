import { backend, tf } from "../backend";
import { cApi } from "../c-api";
import { stepConfig } from "../config";
import { Graph, type Node } from "./graph";
import { nextRandomState } from "./random";
import type { ClosedOver, Recording } from "./recording";

/** How a captured step computes. */
export type Precision = "float32" | "mixed";

// The serialized AttrValue {b: true}.
const TRUE = Uint8Array.of(0x28, 1);

let count = 0;

/** A recording as a function in TensorFlow's eager context, called like an op. */
export class GraphFunction {
  readonly name: string;
  private readonly inner: string;
  private readonly variables: tf.Variable[];
  private readonly assigned: tf.Variable[];
  private readonly closedOver: ClosedOver[];
  private readonly drawsRandom: boolean;
  private readonly outputs: number;
  /** The step's graph as a serialized GraphDef. */
  readonly definition: Uint8Array;

  constructor(recording: Recording, results: Node[], { name, precision }: { name: string; precision: Precision }) {
    this.name = `${name}_${count++}`;
    this.inner = `${this.name}_graph`;
    this.variables = [...recording.variables.keys()];
    this.assigned = [...recording.assigned.keys()];
    this.closedOver = recording.closedOver;
    this.drawsRandom = recording.random.state !== undefined;
    const inputs = [
      ...recording.inputs,
      ...recording.variables.values(),
      ...recording.closedOver.map(({ node }) => node),
      ...(recording.random.state ? [recording.random.state] : []),
    ];
    // An output may be an input or stand twice: a node of its own for each keeps the function valid.
    const outputs = [...results, ...recording.assigned.values()].map(
      (node) => recording.graph.op("Identity", [], [node])[0],
    );
    this.outputs = outputs.length;
    this.definition = recording.graph.serialize();
    this.register(recording.graph, inputs, outputs, precision);
  }

  /** Grappler takes its settings from the node that calls a function, so the step is a function that one node calls. */
  private register(graph: Graph, inputs: Node[], outputs: Node[], precision: Precision): void {
    const api = cApi();
    const inner = graph.toFunction(this.inner, inputs, outputs, { _noinline: TRUE });
    const caller = new Graph();
    const passed = inputs.map(({ shape, dtype }) => caller.placeholder(shape, dtype));
    api.checked(this.name, "copyFunction", caller.handle, inner, null);
    const config = stepConfig(precision, backend().binding.isUsingGpuDevice());
    const called = caller.build("StatefulPartitionedCall", passed, [], (operation) => {
      const [given, taken] = [passed, outputs].map((nodes) => nodes.map(({ dtype }) => dtype));
      api.call(
        "addInputList",
        operation,
        passed.map(({ output }) => output),
        passed.length,
      );
      api.call("setTypeList", operation, "Tin", given, given.length);
      api.call("setTypeList", operation, "Tout", taken, taken.length);
      api.call("setFunction", operation, "f", this.inner, this.inner.length);
      api.call("setString", operation, "config_proto", config, config.length);
    });
    const outer = caller.toFunction(this.name, passed, called);
    for (const made of [inner, outer]) {
      api.checked(this.name, "contextAddFunction", api.context, made);
      api.call("deleteFunction", made);
    }
    caller.dispose();
  }

  /** Runs the step: the results, in the recording's order; the variables it assigns have their new values. */
  call(args: tf.Tensor[]): tf.Tensor[] {
    const node = backend();
    const random = this.drawsRandom ? [nextRandomState()] : [];
    const inputs = [...args, ...this.current(), ...this.closedOver, ...random];
    const made = node.binding.executeOp(this.name, [], node.getInputTensorIds(inputs), this.outputs);
    random.forEach((tensor) => tensor.dispose());
    const tensors = made.map((metadata) => node.createOutputTensor(metadata));
    const values = tensors.splice(tensors.length - this.assigned.length);
    this.assigned.forEach((variable, index) => {
      variable.assign(values[index]);
      values[index].dispose();
    });
    return tensors;
  }

  private current(): tf.Variable[] {
    const gone = this.variables.find(({ isDisposed }) => isDisposed);
    if (gone)
      throw new Error(`The captured step ${this.name} uses the variable ${gone.name}, which has been disposed.`);
    if (this.closedOver.some(({ dataId }) => backend().refCount(dataId) < 2)) {
      throw new Error(
        `The captured step ${this.name} uses a tensor from outside that has been disposed or replaced since: ` +
          "pass it as an argument, or make it a tf.variable().",
      );
    }
    return this.variables;
  }

  dispose(): void {
    const api = cApi();
    for (const name of [this.name, this.inner]) api.checked(name, "contextRemoveFunction", api.context, name);
    for (const { dataId } of this.closedOver) backend().disposeData(dataId);
  }
}
