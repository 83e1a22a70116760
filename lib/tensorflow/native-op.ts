import { backend, tf } from "./backend";
import type { OpAttribute, TensorMetadata } from "./binding";

type TypeName = "float32" | "int32" | "float64" | "bfloat16" | "int64" | "uint8" | "bool" | "string";

/** The value of an op's attribute. A bare number, or a list of numbers, is an int. */
export type AttributeValue = number | boolean | number[] | { float: number } | { string: string } | { type: TypeName };

/**
 * Runs any TensorFlow op by its name, including those that TensorFlow.js has no function for. Inside a captured step it
 * becomes a node of the graph.
 * @param name TensorFlow's name of the op, for example `FusedBatchNormV3`.
 * @param attributes The op's attributes; those with defaults may be left out.
 * @returns the op's outputs, in TensorFlow's order.
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
  return binding.executeOp(name, list, node.getInputTensorIds(inputs), outputs).map(outputTensor);
}

/** A shape as TensorFlow's ops take it. */
export const shapeTensor = (shape: number[]): tf.Tensor1D => tf.tensor1d(shape, "int32");

// The TF_DataTypes that neither the binding nor TensorFlow.js knows.
const TF_DOUBLE = 2;
const TF_BFLOAT16 = 14;

/** A result as a tensor. TensorFlow.js takes such types for float32, so only native ops can use the tensor, and nothing can read it. */
function outputTensor(metadata: TensorMetadata): tf.Tensor {
  const node = backend();
  const { dtype } = metadata;
  if (dtype !== TF_DOUBLE && dtype !== TF_BFLOAT16) return node.createOutputTensor(metadata);
  const tensor = node.createOutputTensor({ ...metadata, dtype: node.binding.TF_FLOAT });
  node.tensorMap.get(tensor.dataId).dtype = dtype;
  return tensor;
}

/** The TF_DataType of a type's name. */
export function typeNumber(type: TypeName): number {
  const { TF_BOOL, TF_FLOAT, TF_INT32, TF_INT64, TF_STRING, TF_UINT8 } = backend().binding;
  const numbers: Partial<Record<string, number>> = {
    ...{ float32: TF_FLOAT, float64: TF_DOUBLE, bfloat16: TF_BFLOAT16, int32: TF_INT32, int64: TF_INT64 },
    ...{ uint8: TF_UINT8, bool: TF_BOOL, string: TF_STRING },
  };
  const number = numbers[type];
  if (number === undefined) throw new Error(`No TensorFlow type is named ${type}`);
  return number;
}
