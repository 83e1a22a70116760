import "./random-ops";
import { createRequire } from "node:module";
import util from "node:util";
import * as tf from "@tensorflow/tfjs";
import koffi from "koffi";
import type { Binding, NodeBackend } from "./binding";
import {
  environmentFor,
  knowsGpu,
  processConfig,
  serverConfig,
  withoutProxy,
  type ClusterMembers,
  type TensorFlowOptions,
} from "./config";
import { bindingLibrary, hookLibrary, installation, opsLibrary } from "./installation";
import { replaceGather } from "./kernels";

const load = createRequire(__filename);

let options: TensorFlowOptions = {};
let started: NodeBackend | undefined;

/**
 * Chooses devices and threads; an option that is undefined keeps its value. TensorFlow starts by itself at the first op, so
 * call this before it. The same choice again, as when a notebook's cell is run twice, changes nothing.
 * @throws when TensorFlow runs already with other options.
 */
export function configureTensorFlow(chosen: TensorFlowOptions): void {
  const defined = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
  const asked = { ...options, ...defined };
  if (started && !util.isDeepStrictEqual(asked, options)) {
    throw new Error(
      "TensorFlow runs already, with other options: call configureTensorFlow() before the first tensor is used. " +
        "A notebook's kernel has to be restarted for that.",
    );
  }
  options = asked;
}

/** Whether TensorFlow has been started, so that devices and threads cannot be chosen any more. */
export function tensorFlowRuns(): boolean {
  return started !== undefined;
}

/** How many GPUs TensorFlow may use in this process, the first ones. Infinity: all. */
export const mostGpus = (): number => options.gpus ?? Infinity;

/** Whether every run shall give the same bits. */
export const isDeterministic = (): boolean => options.deterministic === true;

/** The parts of one GPU, where TensorFlow's GPUs are such parts. */
export const virtualGpus = (): TensorFlowOptions["virtualGpus"] => options.virtualGpus;

/**
 * The backend. The first call starts it.
 * @throws when TensorFlow cannot start.
 */
export function backend(): NodeBackend {
  if (tf.getBackend() !== "tensorflow") {
    started ??= start(); // if this failed inside of tfjs, tfjs would print pages and go on with another backend
    void tf.setBackend("tensorflow"); // is done when it returns
  }
  return tf.backend() as NodeBackend;
}

function start(): NodeBackend {
  // When another process is lost, TensorFlow prints a page for each tensor under way; the error alone says enough.
  process.env.TF_CPP_MIN_LOG_LEVEL ??= options.cluster ? "3" : "2";
  if (options.deterministic) process.env.TF_DETERMINISTIC_OPS = "1";
  const { device } = installation(); // throws a clear message when TensorFlow is not set up
  const environment = environmentFor(device === "gpu" && options.device !== "cpu" && knowsGpu());
  for (const [name, value] of Object.entries(environment)) process.env[name] ??= value;
  if (options.cluster) Object.assign(process.env, withoutProxy(options.cluster.addresses.map(hostOf)));
  koffi.load(opsLibrary); // its ops and kernels register themselves
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
  // tfjs-node uses two functions that Node 23 removed.
  Object.assign(util, {
    isNullOrUndefined: (value: unknown) => value === null || value === undefined,
    isArray: Array.isArray,
  });
  // Not the package's index.js, which starts TensorFlow on import, before it can be configured.
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
    return inPlainWords(load(bindingLibrary) as Binding);
  } catch (error) {
    const reason = String(hook.func("const char* workbook_failure()")());
    const { cluster } = options;
    if (reason === "" || !cluster) throw error;
    throw new Error(
      `TensorFlow's server cannot listen on ${cluster.addresses[cluster.task]} (${reason.split("\n")[0]}): is the port taken? ` +
        "Choose another one, or start the job again.",
    );
  }
}

/** The binding, with TensorFlow's reason as the message of its errors. By itself it puts a status number on a line of its own before that. */
function inPlainWords(binding: Binding): Binding {
  const plain = (call: (...args: unknown[]) => unknown) =>
    function (...args: unknown[]): unknown {
      try {
        return call.apply(binding, args);
      } catch (error) {
        const { message } = error as Error;
        throw new Error(message.replace(/^Invalid TF_Status: \d+\s*Message: /, ""));
      }
    };
  const members = Object.getOwnPropertyNames(binding).map((name) => {
    const value: unknown = Reflect.get(binding, name);
    return [name, typeof value === "function" ? plain(value as () => unknown) : value];
  });
  return Object.fromEntries(members) as Binding;
}

const hostOf = (address: string): string => address.split(":")[0];

function listenOnlyOn(hook: koffi.IKoffiLib, { addresses, task, listenOn }: ClusterMembers): void {
  const port = Number(addresses[task].split(":").at(-1));
  const isRestricted = hook.func("int workbook_listen_on(const char*, int)")(listenOn, port) as number;
  if (isRestricted === 1) return;
  throw new Error(
    `TensorFlow's server cannot be kept to the address ${listenOn}, and on all of this machine's addresses everybody could ` +
      "use it: name an IPv4 address, and run `./workbook doctor`.",
  );
}

tf.registerBackend("tensorflow", () => (started ??= start()), 3);

export { tf };
