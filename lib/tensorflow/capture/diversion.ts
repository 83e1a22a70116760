import { tf } from "../backend";
import type { Binding, NodeBackend } from "../binding";

/** The functions that replace those of tfjs and its backend while a step is recorded. */
interface Entrances {
  executeOp: Binding["executeOp"];
  createTensor: Binding["createTensor"];
  /** The number that stands for a tensor among an op's inputs. */
  idOf(tensor: tf.TensorInfo): number;
  /** Is called when a tensor is made of values in JavaScript. */
  written(dataId: tf.DataId, values: unknown): void;
  /** Is called when a tensor's values are read. */
  read(dataId: tf.DataId): tf.TypedArray;
  /** Is called when a variable is made. */
  makeVariable(name: string | undefined): never;
}

/**
 * Diverts the backend's calls to a recording instead of the device.
 * @returns a function that undoes this.
 */
export function divert(node: NodeBackend, to: Entrances): () => void {
  const { binding, readSync, read, write, getInputTensorIds } = node;
  // The native binding's properties are read-only, so an object that inherits from it takes its place.
  const recorder = Object.create(binding, {
    executeOp: { value: to.executeOp },
    createTensor: { value: to.createTensor },
  }) as Binding;
  const entrances: Partial<NodeBackend> = {
    binding: recorder,
    readSync: to.read,
    // An asynchronous read is refused like a synchronous one, but where it is awaited.
    read: (dataId) => Promise.resolve().then(() => to.read(dataId)),
    write(values, shape, dtype) {
      const dataId = write.call(node, values, shape, dtype);
      to.written(dataId, values);
      return dataId;
    },
    getInputTensorIds: (tensors) =>
      tensors.map((tensor) =>
        // tfjs-node passes an int64 scalar as an object of its own class, which has no data id.
        (tensor as Partial<tf.TensorInfo>).dataId === undefined
          ? getInputTensorIds.call(node, [tensor])[0]
          : to.idOf(tensor),
      ),
  };
  Object.assign(node, entrances);
  const engine = tf.engine();
  const { makeVariable } = engine;
  engine.makeVariable = (_value, _trainable, name) => to.makeVariable(name);
  const { random } = Math;
  Math.random = () => {
    throw new Error(
      "Math.random() was called inside a captured step, where its value would be frozen: use tf.randomUniform().",
    );
  };
  return () => {
    Object.assign(node, { binding, readSync, read, write, getInputTensorIds });
    engine.makeVariable = makeVariable;
    Math.random = random;
  };
}
