// @ts-check
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { workbookDir } from "../paths.mjs";
import { ask } from "../run.mjs";

/** The version of TensorFlow that the workbook is made for. */
export const tensorflowVersion = "2.20.0";

/** The libraries that the addon links to. */
export const libraries = ["libtensorflow_cc.so.2", "libtensorflow_framework.so.2"];

/**
 * The contents of `.workbook/tensorflow.json`, which lib/tensorflow/installation.ts reads.
 * @typedef {object} Installation
 * @property {string} home the folder of the libraries
 * @property {string} include the folder of the headers
 * @property {string} version
 * @property {"cpu" | "gpu"} device
 * @property {string} from the wheel's name, the Python or the TENSORFLOW_DIR it came from
 */

/** @returns {Installation | undefined} the installation that set-up chose, if it still exists */
export function readInstallation() {
  try {
    const found = JSON.parse(readFileSync(join(workbookDir, "tensorflow.json"), "utf8"));
    return hasLibraries(found.home) && hasHeaders(found.include) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} home */
export const hasLibraries = (home) => libraries.every((name) => existsSync(join(home, name)));

/** The headers that the addon includes: the C API's, and TensorFlow's own with what they include. */
export const headers = ["tensorflow/c/eager/c_api.h", "unsupported/Eigen/CXX11/Tensor"];

/** @param {string} include */
const hasHeaders = (include) => headers.every((name) => existsSync(join(include, name)));

/**
 * @param {string} home the folder of the libraries
 * @returns {string | undefined} where the headers are: inside it as in a wheel, or beside it as in /usr/local
 */
export function headersOf(home) {
  return [
    join(home, "include"),
    join(home, "..", "include"),
    join(home, "..", "include", "tensorflow", "include"),
  ].find(hasHeaders);
}

/**
 * Asks the library itself, which also proves that this machine can load it.
 * @param {string} home
 * @param {string} python
 * @returns {string | undefined}
 */
export function libraryVersion(home, python) {
  const program = [
    "import ctypes, sys",
    "library = ctypes.CDLL(sys.argv[1])",
    "library.TF_Version.restype = ctypes.c_char_p",
    "print(library.TF_Version().decode())",
  ].join("\n");
  return ask(python, ["-c", program, join(home, libraries[0])]);
}
