// @ts-check
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root, venv, workbookDir } from "../paths.mjs";
import { run } from "../run.mjs";
import { hashOf, isStamped, stamp, unstamp } from "../stamp.mjs";
import { build } from "./build.mjs";
import { pythonEnvironment } from "./python-environment.mjs";

const program = join(root, "setup", "bundle-plotly.mjs");
/** What fits figures into their column, in pages and, installed as an extension, in JupyterLab. */
const extension = join(root, "jupyter", "labextensions", "parallel-training-figures");
const installed = join(venv, "share", "jupyter", "labextensions", "parallel-training-figures");
const sources = [
  ...[program, join(root, "dist", "lib", "plots", "plotly.js")],
  join(extension, "package.json"),
  ...["extension.js", "fit.mjs", "page.mjs"].map((name) => join(extension, "static", name)),
  ...["plotly.js-dist", "rolldown"].map((name) => join(root, "node_modules", name, "package.json")),
];

/** @type {import("./step.mjs").Step} */
export const plotly = {
  title: "plotly.js with the figures' traces",
  after: [build, pythonEnvironment],
  done: () =>
    isStamped("plotly", currentHash()) &&
    [join(workbookDir, "plotly", "plotly.min.js"), installed].every((made) => existsSync(made)),
  async run() {
    unstamp("plotly");
    await run("plotly.js", process.execPath, [program]);
    rmSync(installed, { recursive: true, force: true });
    cpSync(extension, installed, { recursive: true });
    stamp("plotly", currentHash());
  },
};

/** @returns {string} empty while one of its sources is missing */
function currentHash() {
  try {
    return hashOf(sources.map((file) => readFileSync(file)));
  } catch {
    return "";
  }
}
