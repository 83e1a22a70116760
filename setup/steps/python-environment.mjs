// @ts-check
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, venv } from "../paths.mjs";
import { pip, pipSource, venvPython } from "../pip.mjs";
import { choosePython, requireVenv } from "../python.mjs";
import { ask, run } from "../run.mjs";
import { hashOf, isStamped, stamp, unstamp } from "../stamp.mjs";

const requirements = join(root, "requirements.txt");
// The scripts of an environment contain its path, so a workbook that was moved needs a new one.
const currentHash = () => hashOf([readFileSync(requirements), venv]);

/** @type {import("./step.mjs").Step} */
export const pythonEnvironment = {
  title: "Python environment with JupyterLab",
  after: [],
  done: () => isStamped("python", currentHash()) && existsSync(venvPython),
  check: () => requireVenv(choosePython()),
  async run({ from }) {
    unstamp("python");
    const python = choosePython();
    const usable = ask(venvPython, ["-m", "pip", "--version"])?.includes(venv);
    if (!usable) await run("Python environment", python.command, ["-m", "venv", "--clear", venv]);
    await pip("Python packages", [
      "install",
      "--no-deps",
      "--only-binary=:all:",
      ...pipSource(from),
      "-r",
      requirements,
    ]);
    stamp("python", currentHash());
  },
};
