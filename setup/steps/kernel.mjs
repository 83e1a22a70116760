// @ts-check
import { existsSync, readFileSync } from "node:fs";
import { installKernel, kernelName } from "../../kernel/install.mjs";
import { join } from "node:path";
import { root, venv } from "../paths.mjs";
import { hashOf, isStamped, stamp } from "../stamp.mjs";
import { pythonEnvironment } from "./python-environment.mjs";

const file = join(venv, "share", "jupyter", "kernels", kernelName, "kernel.json");
const currentHash = () =>
  hashOf([root, ...["install.mjs", "kernel.json.template"].map((name) => readFileSync(join(root, "kernel", name)))]);

/** @type {import("./step.mjs").Step} */
export const kernel = {
  title: "course kernel",
  after: [pythonEnvironment],
  done: () => isStamped("kernel", currentHash()) && nodeIsThere(),
  async run() {
    installKernel({ prefix: venv, root });
    stamp("kernel", currentHash());
  },
};

/** Whether the Node that runs the kernel is still installed. */
function nodeIsThere() {
  try {
    return existsSync(JSON.parse(readFileSync(file, "utf8")).argv[0]);
  } catch {
    return false;
  }
}
