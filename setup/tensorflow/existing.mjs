// @ts-check
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { inherited } from "../environment.mjs";
import { SetupError } from "../errors.mjs";
import { choosePython, minorVersion } from "../python.mjs";
import { ask } from "../run.mjs";
import { hasLibraries, headers, headersOf, libraries, libraryVersion, tensorflowVersion } from "./installation.mjs";

const wanted = minorVersion(tensorflowVersion);

/**
 * Uses the TensorFlow in a folder: an unpacked wheel, a Python environment, or an installation with lib/ and include/.
 * @param {string} directory TENSORFLOW_DIR
 * @param {"cpu" | "gpu"} device
 * @returns {import("./installation.mjs").Installation}
 * @throws {SetupError} when it is incomplete, or has another version
 */
export function fromDirectory(directory, device) {
  const named = `TENSORFLOW_DIR=${directory}`;
  const mend = `Set it to the folder \`tensorflow\` of an installation of TensorFlow ${wanted}, or unset it and run set-up again.`;
  if (!existsSync(directory) || !statSync(directory).isDirectory())
    throw new SetupError(`${named} is not a folder. ${mend}`);
  const home = homesIn(resolve(directory)).find(hasLibraries);
  if (!home) throw new SetupError(`${named} has no ${libraries[0]}. ${mend}`);
  const include = headersOf(home);
  if (!include) throw new SetupError(`${named} has no headers (include/${headers.join(", include/")}). ${mend}`);
  const version = libraryVersion(home, choosePython().command);
  if (!version) throw new SetupError(`${named}: ${libraries[0]} cannot be loaded on this machine. ${mend}`);
  if (minorVersion(version) !== wanted) throw new SetupError(`${named} is TensorFlow ${version}. ${mend}`);
  return { home, include, version, device: isCpuBuild(home) ? "cpu" : device, from: directory };
}

/**
 * Uses the TensorFlow that the active Python can import, if it has the right version and the files to link to.
 * @param {"cpu" | "gpu"} device
 * @returns {import("./installation.mjs").Installation | undefined}
 */
export function fromPython(device) {
  // Importing tensorflow takes seconds; locating it does not.
  const program = "import importlib.util as u; print(u.find_spec('tensorflow').origin)";
  const file = ask("python3", ["-c", program], inherited); // a module's TensorFlow is on PYTHONPATH
  if (!file) return undefined;
  const home = dirname(file);
  const include = headersOf(home);
  if (!include || !hasLibraries(home) || (device === "gpu" && isCpuBuild(home))) return undefined;
  const version = libraryVersion(home, "python3");
  if (!version || minorVersion(version) !== wanted) return undefined;
  return { home, include, version, device, from: "the active Python" };
}

/** @param {string} directory */
function homesIn(directory) {
  const lib = join(directory, "lib");
  const pythons = existsSync(lib) ? readdirSync(lib).filter((name) => name.startsWith("python3.")) : [];
  return [
    directory,
    join(directory, "tensorflow"),
    lib,
    ...pythons.map((name) => join(lib, name, "site-packages", "tensorflow")),
  ];
}

/**
 * Whether the wheel states that it was built without CUDA; false where it states nothing.
 * @param {string} home
 */
function isCpuBuild(home) {
  try {
    return readFileSync(join(home, "python", "platform", "build_info.py"), "utf8").includes("('is_cuda_build', False)");
  } catch {
    return false;
  }
}
