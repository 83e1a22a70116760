import type * as tf from "@tensorflow/tfjs";

/** One attribute of a TensorFlow op, in the binding's form. */
export interface OpAttribute {
  name: string;
  /** One of the binding's `TF_ATTR_*`. */
  type: number;
  value: number | boolean | string | number[];
}

/** The binding's description of a tensor that it made. */
export interface TensorMetadata {
  id: number;
  shape: number[];
  /** One of the binding's `TF_*` types. */
  dtype: number;
}

type BindingConstant =
  | `TF_${"FLOAT" | "INT32" | "INT64" | "BOOL" | "STRING" | "UINT8"}`
  | `TF_ATTR_${"STRING" | "INT" | "FLOAT" | "BOOL" | "TYPE" | "SHAPE"}`;

/** The native binding of `@tensorflow/tfjs-node-gpu`. It runs one op at a time and refers to tensors by number. */
export interface Binding extends Readonly<Record<BindingConstant, number>> {
  executeOp(name: string, attributes: OpAttribute[], inputs: number[], outputs: number): TensorMetadata[];
  createTensor(shape: number[], dtype: number, values: unknown): number;
  deleteTensor(id: number): void;
  tensorDataSync(id: number): tf.TypedArray;
  isUsingGpuDevice(): boolean;
}

/** What the backend knows of a tensor's data. */
export interface TensorData {
  shape: number[];
  dtype: number;
  /** The binding's number. -1 while only JavaScript has the values. */
  id: number;
  /** The values, while only JavaScript has them. */
  values: unknown;
  refCount: number;
}

/** The members of `@tensorflow/tfjs-node-gpu`'s backend that the engine uses. */
export interface NodeBackend extends tf.KernelBackend {
  binding: Binding;
  tensorMap: tf.DataStorage<TensorData>;
  getInputTensorIds(tensors: tf.TensorInfo[]): number[];
  createOutputTensor(metadata: TensorMetadata): tf.Tensor;
  write(values: unknown, shape: number[], dtype: tf.DataType): tf.DataId;
}
