import "./random-ops";
import { createRequire } from "node:module";
import util from "node:util";
import * as tf from "@tensorflow/tfjs";
import koffi from "koffi";
import { processConfig, serverConfig, type ClusterMembers, type TensorFlowOptions } from "./config";
import { bindingLibrary, hookLibrary, installation } from "./installation";
import { replaceGather } from "./kernels";

const load = createRequire(__filename);

/** One attribute of a TensorFlow op, as the binding takes it. */
export interface OpAttribute {
  name: string;
  /** One of the binding's `TF_ATTR_*`. */
  type: number;
  value: number | boolean | string | number[];
}

/** What the binding says of a tensor it made. */
export interface TensorMetadata {
  id: number;
  shape: number[];
  /** One of the binding's `TF_*` types. */
  dtype: number;
}

/** The native binding of `@tensorflow/tfjs-node-gpu`: one op at a time, tensors by number. */
export interface Binding {
  executeOp(name: string, attributes: OpAttribute[], inputs: number[], outputs: number): TensorMetadata[];
  createTensor(shape: number[], dtype: number, values: unknown): number;
  deleteTensor(id: number): void;
  tensorDataSync(id: number): tf.TypedArray;
  isUsingGpuDevice(): boolean;
  readonly TF_Version: string;
  readonly TF_FLOAT: number;
  readonly TF_INT32: number;
  readonly TF_INT64: number;
  readonly TF_BOOL: number;
  readonly TF_COMPLEX64: number;
  readonly TF_STRING: number;
  readonly TF_RESOURCE: number;
  readonly TF_UINT8: number;
  readonly TF_ATTR_STRING: number;
  readonly TF_ATTR_INT: number;
  readonly TF_ATTR_FLOAT: number;
  readonly TF_ATTR_BOOL: number;
  readonly TF_ATTR_TYPE: number;
  readonly TF_ATTR_SHAPE: number;
}

/** What the backend keeps of each tensor. */
export interface TensorData {
  shape: number[];
  dtype: number;
  values: unknown;
  id: number;
  refCount: number;
}

/** The tfjs backend of `@tensorflow/tfjs-node-gpu`, as far as the engine uses it. */
export interface NodeBackend extends tf.KernelBackend {
  binding: Binding;
  tensorMap: tf.DataStorage<TensorData>;
  getInputTensorIds(tensors: tf.TensorInfo[]): number[];
  createOutputTensor(metadata: TensorMetadata): tf.Tensor;
  write(values: unknown, shape: number[], dtype: tf.DataType): tf.DataId;
}

let options: TensorFlowOptions = {};
let started: NodeBackend | undefined;

/**
 * Chooses devices and threads; what is undefined stays as it was chosen before. TensorFlow starts by itself at the first
 * op, so this comes before it.
 * @throws when TensorFlow runs already.
 */
export function configureTensorFlow(chosen: TensorFlowOptions): void {
  if (started) throw new Error("TensorFlow runs already: call configureTensorFlow() before the first tensor is used.");
  const given = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
  options = { ...options, ...given };
}

/** Whether TensorFlow has been started: devices and threads cannot be chosen any more. */
export function tensorFlowRuns(): boolean {
  return started !== undefined;
}

/**
 * The backend, started when first asked for.
 * @throws when TensorFlow cannot start.
 */
export function backend(): NodeBackend {
  if (tf.getBackend() !== "tensorflow") {
    started ??= start(); // tfjs would go on with another backend, after pages of words
    void tf.setBackend("tensorflow"); // done when it returns
  }
  return tf.backend() as NodeBackend;
}

function start(): NodeBackend {
  // Where another process is lost, TensorFlow writes a page for each tensor that was on its way; the error says it all.
  process.env.TF_CPP_MIN_LOG_LEVEL ??= options.cluster ? "3" : "2";
  if (options.deterministic) process.env.TF_DETERMINISTIC_OPS = "1";
  installation(); // says clearly when there is none
  const config = processConfig(options);
  const server = serverConfig(options);
  const hook = koffi.load(hookLibrary);
  hook.func("void workbook_configure(const uint8_t*, size_t, const uint8_t*, size_t, int, int)")(
    config,
    config.length,
    server,
    server.length,
    Number(process.env.TF_CPP_MIN_LOG_LEVEL),
    options.tf32 === false ? 0 : 1,
  );
  if (options.cluster) listenOnlyOn(hook, options.cluster);
  // tfjs-node uses two functions that Node 23 took away.
  Object.assign(util, {
    isNullOrUndefined: (value: unknown) => value === null || value === undefined,
    isArray: Array.isArray,
  });
  // Not the package's index.js: it would start TensorFlow on import, before it can be configured.
  const binding = loadBinding(hook);
  load("@tensorflow/tfjs-node-gpu/dist/register_all_kernels");
  replaceGather();
  const { NodeJSKernelBackend } = load("@tensorflow/tfjs-node-gpu/dist/nodejs_kernel_backend") as {
    NodeJSKernelBackend: new (binding: Binding, packageName: string) => NodeBackend;
  };
  return new NodeJSKernelBackend(binding, "@tensorflow/tfjs-node-gpu");
}

function loadBinding(hook: koffi.IKoffiLib): Binding {
  try {
    return load(bindingLibrary) as Binding;
  } catch (error) {
    const why = String(hook.func("const char* workbook_failure()")());
    const { cluster } = options;
    if (why === "" || !cluster) throw error;
    throw new Error(
      `TensorFlow's server cannot listen on ${cluster.addresses[cluster.task]} (${why.split("\n")[0]}): is the port taken? ` +
        "Choose another one, or start the job again.",
    );
  }
}

function listenOnlyOn(hook: koffi.IKoffiLib, { addresses, task, listenOn }: ClusterMembers): void {
  const port = Number(addresses[task].split(":").at(-1));
  const narrowed = hook.func("int workbook_listen_on(const char*, int)")(listenOn, port) as number;
  if (narrowed === 1) return;
  throw new Error(
    `TensorFlow's server cannot be kept to the address ${listenOn}, and on all of this machine's addresses everybody could ` +
      "use it: name an IPv4 address, and run `./workbook doctor`.",
  );
}

tf.registerBackend("tensorflow", () => (started ??= start()), 3);

export { tf };
