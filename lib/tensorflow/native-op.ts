import { backend, tf, type OpAttribute, type TensorMetadata } from "./backend";

/** An attribute's value: a number becomes an int unless wrapped by {@link float}, a dtype's name a type. */
export type AttributeValue =
  | number
  | boolean
  | number[]
  | { float: number }
  | { string: string }
  | { type: "float32" | "int32" | "float64" | "int64" | "uint8" | "bool" | "string" };

/**
 * Runs any TensorFlow op by its name, also those that TensorFlow.js has no function for. Inside a captured
 * step it becomes a node of the graph.
 * @param name TensorFlow's name of the op, for example `FusedBatchNormV3`.
 * @param attributes The op's attributes; those with defaults may be left out.
 * @returns the op's outputs, in its own order.
 */
export function nativeOp(
  name: string,
  attributes: Record<string, AttributeValue>,
  inputs: tf.TensorInfo[],
  outputs = 1,
): tf.Tensor[] {
  const node = backend();
  const { binding } = node;
  const attribute = (key: string, value: AttributeValue): OpAttribute => {
    if (typeof value === "boolean") return { name: key, type: binding.TF_ATTR_BOOL, value };
    if (typeof value === "number" || Array.isArray(value)) return { name: key, type: binding.TF_ATTR_INT, value };
    if ("float" in value) return { name: key, type: binding.TF_ATTR_FLOAT, value: value.float };
    if ("string" in value) return { name: key, type: binding.TF_ATTR_STRING, value: value.string };
    return { name: key, type: binding.TF_ATTR_TYPE, value: typeNumber(value.type) };
  };
  const list = Object.entries(attributes).map(([key, value]) => attribute(key, value));
  return binding
    .executeOp(name, list, node.getInputTensorIds(inputs), outputs)
    .map((metadata) => outputTensor(metadata));
}

// Of TF_DataType; the binding, like TensorFlow.js, does not know it.
const TF_DOUBLE = 2;

/** A result as a tensor. To TensorFlow.js float64 is float32: other ops of it must be native, and nothing can read it. */
function outputTensor(metadata: TensorMetadata): tf.Tensor {
  const node = backend();
  if (metadata.dtype !== TF_DOUBLE) return node.createOutputTensor(metadata);
  const tensor = node.createOutputTensor({ ...metadata, dtype: node.binding.TF_FLOAT });
  node.tensorMap.get(tensor.dataId).dtype = TF_DOUBLE;
  return tensor;
}

function typeNumber(type: string): number {
  const { binding } = backend();
  switch (type) {
    case "float32":
      return binding.TF_FLOAT;
    case "float64":
      return TF_DOUBLE;
    case "int32":
      return binding.TF_INT32;
    case "int64":
      return binding.TF_INT64;
    case "uint8":
      return binding.TF_UINT8;
    case "bool":
      return binding.TF_BOOL;
    case "string":
      return binding.TF_STRING;
    default:
      throw new Error(`No TensorFlow type is named ${type}`);
  }
}
