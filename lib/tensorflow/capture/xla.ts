import { cApi } from "../c-api";
import { onGpu } from "../devices";
import { isCollective, type Operation } from "./graph";

/** The first op, beside those that devices exchange by, for which XLA has no kernel on this process's devices. */
export function opWithoutXla(operations: readonly Operation[]): string | undefined {
  const api = cApi();
  api.call("registerXlaKernels");
  const device = onGpu() ? "XLA_GPU_JIT" : "XLA_CPU_JIT";
  const has = (op: string): boolean => Buffer.from(api.returnedBytes("kernelsOf", op)).includes(device);
  const used = operations.filter((operation) => !TENSORFLOWS.has(operation.op) && !isCollective(operation));
  return [...new Set(used.map(({ op }) => op))].find((op) => !has(op));
}

// What stays in TensorFlow's graph, around the functions that XLA compiles.
const TENSORFLOWS = new Set(["Placeholder", "VarHandleOp"]);

const withoutIt = "train without XLA (leave out --xla, or xla: true)";

/** A message of TensorFlow's about XLA, and what it says in short. */
interface Refusal {
  message: RegExp;
  reason: (found: string) => string;
  remedy: string;
}

const elsewhere = "compute that part outside of the step";
const refusals: Refusal[] = [
  { message: /on XLA_\w+: (\w+) \(/, reason: (op) => `it has no kernel for ${op}`, remedy: elsewhere },
  {
    message: /op (\w+) must be a compile-time constant/,
    reason: (op) => `a shape or an axis of ${op} depends on values`,
    remedy: elsewhere,
  },
  {
    message: /(libdevice not found|No PTX compilation provider)/,
    reason: (what) => `it does not find CUDA's compiler (${what})`,
    remedy:
      "remove .workbook/ and set up again (WORKBOOK_DEVICE=gpu ./workbook setup), or name a CUDA toolkit's folder with XLA_FLAGS=--xla_gpu_cuda_data_dir=FOLDER",
  },
];

/**
 * Makes one line of an error with which XLA refused a step. The original error is its `cause`.
 * @returns the error itself if it is another one.
 */
export function xlaError(step: string, error: Error): Error {
  for (const { message, reason, remedy } of refusals) {
    const found = message.exec(error.message)?.[1];
    if (found === undefined) continue;
    return new Error(`XLA cannot compile ${step}: ${reason(found)}. Instead, ${withoutIt}, or ${remedy}.`, {
      cause: error,
    });
  }
  return error;
}
