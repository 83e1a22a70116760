import { createInterface } from "node:readline";
import { join } from "node:path";
import { lastLines } from "../../lib/system/execute";
import { cacheFolder, NoRegistry, pythonEnvironment } from "../python-environment";
import { workbookRoot } from "../../lib/system/workbook";
import { gpuEnvironment } from "../../lib/tensorflow/config";
import type { ComparedStep } from "./captured-graph";

const folder = join(workbookRoot, "bench", "rehearsal");

/** A file for cuda_wheel.py to write, which says what each kind of task is. */
type WheelTask = { file: string } & (
  | { kernels: true }
  | { graph: string; config: string; gpus: number; forgiving?: boolean }
  | { keras: ComparedStep & { mixed: boolean } }
  | { sizes: string }
);

/**
 * The Python with TensorFlow's wheel for CUDA, in the user's cache; installed the first time.
 * @param say Reports what is about to be installed.
 * @throws one line when it cannot be installed; `NoRegistry` where there is no network.
 */
export async function cudaWheelPython(say: (line: string) => void): Promise<string> {
  if (process.arch !== "x64") {
    throw new Error("TensorFlow's wheels for aarch64 have no GPU kernels: rehearse on an x86-64 machine.");
  }
  const requirements = join(folder, "requirements.txt");
  try {
    return await pythonEnvironment(
      { name: "cuda-wheel", requirements, folder: cacheFolder("rehearsal"), size: "1 GB" },
      say,
    );
  } catch (error) {
    if (!(error instanceof NoRegistry)) throw error;
    throw new NoRegistry(`${error.message} Run it once where there is a network, or use --no-cuda-wheel.`);
  }
}

/**
 * Has TensorFlow's wheel for CUDA write files, in one process.
 * @param options.environment Added to the process's environment. Default: that of the engine.
 * @param options.done Is called after each file with the number of files so far.
 * @throws one line when a task fails.
 */
export async function askCudaWheel(
  python: string,
  tasks: readonly WheelTask[],
  { environment = gpuEnvironment, done }: { environment?: Record<string, string>; done?: (count: number) => void } = {},
): Promise<void> {
  const { execa } = await import("execa");
  const child = execa(python, [join(folder, "cuda_wheel.py")], {
    ...{ input: JSON.stringify(tasks), reject: false, buffer: { stdout: false } },
    env: { TF_CPP_MIN_LOG_LEVEL: "3", KERAS_BACKEND: "tensorflow", CUDA_VISIBLE_DEVICES: "-1", ...environment },
  });
  let written = 0;
  createInterface({ input: child.stdout }).on("line", () => {
    written++;
    done?.(written);
  });
  const { failed, stderr, shortMessage } = await child;
  if (!failed) return;
  const reason = lastLines(stderr, 1) || shortMessage;
  throw new Error(`TensorFlow's wheel for CUDA could not make ${tasks[written]?.file ?? "its files"}: ${reason}`);
}
