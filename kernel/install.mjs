// @ts-check
/** Installs the course kernel into a Python environment. It is plain JavaScript because set-up calls it. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The name by which notebooks refer to the kernel. */
export const kernelName = "parallel-training";

const here = dirname(fileURLToPath(import.meta.url));

/**
 * Writes `share/jupyter/kernels/parallel-training/kernel.json`, from kernel.json.template beside this file.
 * Writing it again changes nothing; two installations at once are safe.
 * @param {{ prefix: string, root?: string, node?: string }} options prefix: the Python environment's folder;
 *   root: the installation; node: the Node that runs cells (default: this one).
 * @returns {string} the file's path
 */
export function installKernel({ prefix, root = dirname(here), node = process.execPath }) {
  const folder = join(prefix, "share", "jupyter", "kernels", kernelName);
  /** @param {string} path is escaped as the inside of a JSON string */
  const quoted = (path) => JSON.stringify(path).slice(1, -1);
  const text = readFileSync(join(here, "kernel.json.template"), "utf8")
    .replaceAll("{{node}}", () => quoted(node))
    .replaceAll("{{root}}", () => quoted(root));
  const file = join(folder, "kernel.json");
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
  return file;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const prefix = process.argv[2];
  if (prefix === undefined) {
    console.error("usage: node kernel/install.mjs PYTHON_ENVIRONMENT");
    process.exitCode = 2;
  } else {
    console.log(installKernel({ prefix }));
  }
}
