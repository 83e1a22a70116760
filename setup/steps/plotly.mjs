// @ts-check
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, workbookDir } from "../paths.mjs";
import { run } from "../run.mjs";
import { hashOf, isStamped, stamp, unstamp } from "../stamp.mjs";
import { build } from "./build.mjs";

const program = join(root, "dist", "lib", "plots", "bundle.js");
const sources = [
  ...[program, join(root, "dist", "lib", "plots", "plotly.js")],
  ...["plotly.js-dist", "rolldown"].map((name) => join(root, "node_modules", name, "package.json")),
];

/** @type {import("./step.mjs").Step} */
export const plotly = {
  title: "plotly.js with the figures' traces",
  after: [build],
  done: () => isStamped("plotly", currentHash()) && existsSync(join(workbookDir, "plotly", "plotly.min.js")),
  async run() {
    unstamp("plotly");
    await run("plotly.js", process.execPath, [program]);
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
