// @ts-check
import { spawn } from "node:child_process";
import { root } from "../../lib/tensorflow/setup/paths.mjs";
import { showing } from "../../lib/tensorflow/setup/progress.mjs";
import { none } from "./counts.mjs";

/**
 * Runs a Node program that passes or fails as a whole. What it prints is shown when it fails.
 * @param {string} title
 * @param {string[]} args
 * @returns {Promise<import("./counts.mjs").Counts>}
 */
export async function check(title, args) {
  let output = "";
  try {
    await showing(title, async () => {
      const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text) => {
          output += text;
        });
      }
      const status = await new Promise((resolve) => child.on("close", (code, signal) => resolve(code ?? signal)));
      if (status !== 0) throw new Error(`${title} ended with ${status}`);
    });
    return { ...none, passed: 1 };
  } catch (error) {
    console.log(`${output.trimEnd()}\n${/** @type {Error} */ (error).message}`);
    return { ...none, failed: 1 };
  }
}
