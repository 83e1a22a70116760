// @ts-check
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { SetupError } from "../errors.mjs";
import { root, workbookDir } from "../paths.mjs";
import { compiler, requireCompiler } from "../platform.mjs";
import { run } from "../run.mjs";
import { hashOf, isStamped, stamp, unstamp } from "../stamp.mjs";
import { readInstallation } from "../tensorflow/installation.mjs";
import { npmPackages } from "./npm-packages.mjs";
import { tensorflow } from "./tensorflow.mjs";

const native = join(workbookDir, "native");
const hook = "libworkbook_hook.so";
const binding = "tfjs_binding.node";
const ops = "libworkbook_ops.so";
const sources = join(root, "lib", "tensorflow", "native");
const hookSources = ["hook.cc", "listen.cc", "peak-memory.cc", "profiler.cc", "release.cc", "results.cc"];
const tfjsNode = join(root, "node_modules", "@tensorflow", "tfjs-node-gpu", "binding");
const napiHeaders = join(root, "node_modules", "node-api-headers", "include");

/** The npm package's unmodified binding, the workbook's hook below it, and the workbook's own ops; see lib/tensorflow/native. */
/** @type {import("./step.mjs").Step} */
export const addon = {
  title: "TensorFlow's addon for Node (compiling)",
  after: [npmPackages, tensorflow],
  done: () =>
    isStamped("native", currentHash()) && [hook, binding, ops].every((name) => existsSync(join(native, name))),
  check: requireCompiler,
  async run() {
    const installed = readInstallation();
    if (!installed) throw new SetupError("TensorFlow's libraries are gone from where set-up found them: run it again.");
    unstamp("native");
    mkdirSync(native, { recursive: true });
    const include = ["-I", installed.include];
    const libraries = ["-L", installed.home, "-l:libtensorflow_cc.so.2", "-l:libtensorflow_framework.so.2"];
    const rpath = ["$ORIGIN", installed.home].flatMap(searchedAtRunTime);
    // As TensorFlow itself was compiled: its tensors are laid out accordingly.
    const eigen = ["-DEIGEN_MAX_ALIGN_BYTES=64", "-Wno-interference-size"];
    const hookAndBinding = async () => {
      await compile(hook, [
        ...[...eigen, ...include, "-I", sources],
        ...[...hookSources.map((name) => join(sources, name)), ...libraries, ...rpath],
      ]);
      await compile(binding, [
        "-DNAPI_VERSION=8",
        ...["-I", napiHeaders, "-I", tfjsNode, ...include],
        ...[join(tfjsNode, "tfjs_backend.cc"), join(tfjsNode, "tfjs_binding.cc"), join(sources, "wrap.cc")],
        "-Wl,--wrap=TF_NewTensor,--wrap=TFE_NewContext,--wrap=TFE_NewOp,--wrap=TFE_Execute,--wrap=TFE_TensorHandleCopyToDevice",
        ...["-L", native, `-l:${hook}`, ...libraries, ...rpath],
      ]);
    };
    // At the same time: TensorFlow's own headers, which its C API hides, take longer than everything else.
    await Promise.all([
      hookAndBinding(),
      compile(ops, [
        "-O3", // vectorises the loops over channels
        ...["-fopenmp-simd", "-fno-math-errno", "-fno-trapping-math"], // and more of them, with the same results
        ...[...eigen, ...include],
        ...[join(sources, "ops.cc"), ...libraries, ...rpath],
      ]),
    ]);
    stamp("native", currentHash());
  },
};

/**
 * The linker's flags for a folder in which a library looks for those that it needs. With `-Wl,`, a comma would end the folder's name.
 * @param {string} folder
 * @returns {string[]}
 */
export const searchedAtRunTime = (folder) => ["-rpath", folder].flatMap((word) => ["-Xlinker", word]);

/**
 * @param {string} name the library to make
 * @param {string[]} args
 */
async function compile(name, args) {
  const command = compiler();
  if (!command) throw new SetupError("No C++ compiler was found.");
  const partial = join(native, `${name}.partial`);
  // The soname must be the final name, because the binding records it.
  await run("Compiling TensorFlow's addon", command, [
    "-std=c++17",
    "-O2",
    "-fPIC",
    "-shared",
    "-Wno-deprecated-declarations", // TensorFlow's own headers have some
    `-Wl,-soname,${name}`,
    ...args,
    "-o",
    partial,
  ]);
  renameSync(partial, join(native, name));
}

/** @returns {string} empty while one of its sources is missing */
function currentHash() {
  try {
    return hashOf([
      JSON.stringify(readInstallation()),
      native,
      ...readdirSync(sources)
        .sort()
        .map((name) => readFileSync(join(sources, name))),
      ...["tfjs_backend.cc", "tfjs_binding.cc"].map((name) => readFileSync(join(tfjsNode, name))),
    ]);
  } catch {
    return "";
  }
}
