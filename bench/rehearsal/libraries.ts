import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { execute } from "../../lib/system/execute";
import { workbookRoot } from "../../lib/system/workbook";
import { installation } from "../../lib/tensorflow/engine";

/** A CUDA library as TensorFlow looks for it. */
export interface CudaLibrary {
  library: string;
  found: boolean;
  /** The file, where it was not loaded already. */
  file: string;
}

/**
 * Asks TensorFlow whether it finds its CUDA libraries, as at its start on a machine with a GPU.
 * @param home The folder of TensorFlow's libraries. Default: where set-up put them.
 * @throws one line when that TensorFlow is built for CPUs only.
 */
export async function cudaLibraries(home = installation().home): Promise<CudaLibrary[]> {
  if (!existsSync(join(home, "libtensorflow_framework.so.2"))) {
    throw new Error(`${home} has no libtensorflow_framework.so.2: name the folder \`tensorflow\` of an installation.`);
  }
  const buildInfo = join(home, "python", "platform", "build_info.py");
  if (existsSync(buildInfo) && readFileSync(buildInfo, "utf8").includes("('is_cuda_build', False)")) {
    throw new Error(
      `TensorFlow in ${home} is built for CPUs: in a copy of the workbook run \`WORKBOOK_DEVICE=gpu ./workbook setup\` (8 GB), ` +
        "and name its folder .workbook/libtensorflow/tensorflow.",
    );
  }
  const program = join(workbookRoot, "bench", "rehearsal", "libraries.py");
  const output = await execute({ file: process.env.PYTHON ?? "python3", args: [program, home], env: {} });
  return JSON.parse(output.trim().split("\n").at(-1) ?? "") as CudaLibrary[];
}
