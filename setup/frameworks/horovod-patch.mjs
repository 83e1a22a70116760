// @ts-check
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SetupError } from "../errors.mjs";

/**
 * One edit of Horovod's source: in a file, each line that is `before` becomes `after`.
 * @typedef {{ file: string, before: string, after: string }} Edit
 */

/**
 * Lets Horovod 0.28.1, which is older, be compiled for PyTorch from 2.1 and TensorFlow from 2.18.
 * @type {Edit[]}
 */
export const edits = [
  // PyTorch's headers need C++17, as Horovod's own later versions ask for (its pull request 3998).
  { file: "CMakeLists.txt", before: "set(CMAKE_CXX_STANDARD 14)", after: "set(CMAKE_CXX_STANDARD 17)" },
  {
    file: join("horovod", "torch", "CMakeLists.txt"),
    before: "set(CMAKE_CXX_STANDARD 14)",
    after: "set(CMAKE_CXX_STANDARD 17)",
  },
  // The headers of XLA that this file includes have moved. It is for XLA's calls of Horovod, which are off unless
  // HOROVOD_ENABLE_XLA_OPS is set.
  {
    file: join("horovod", "tensorflow", "CMakeLists.txt"),
    before: 'list(APPEND TF_SOURCES "${PROJECT_SOURCE_DIR}/horovod/tensorflow/xla_mpi_ops.cc")',
    after: "",
  },
];

/**
 * Edits Horovod's source.
 * @param {string} folder
 * @throws {SetupError} when it is another source than the edits are for
 */
export function patchHorovod(folder) {
  for (const { file, before, after } of edits) {
    const lines = readFileSync(join(folder, file), "utf8").split("\n");
    if (!lines.some((line) => line.trim() === before)) {
      throw new SetupError(`Horovod's ${file} has no line \`${before}\`: set-up's edits are for Horovod 0.28.1.`);
    }
    writeFileSync(join(folder, file), lines.map((line) => (line.trim() === before ? after : line)).join("\n"));
  }
}
