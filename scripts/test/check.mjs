// @ts-check
import { spawn } from "node:child_process";
import { root } from "../../setup/paths.mjs";
import { showing } from "../../setup/progress.mjs";

/**
 * Runs a Node program that passes or fails as a whole. Its output is shown when it fails.
 * @param {string} title
 * @param {string[]} args
 * @returns {Promise<import("./counts.mjs").Counts>}
 */
export async function check(title, args) {
  return checkAll(title, [[title, args]]);
}

/**
 * Runs several such programs at the same time, because each uses one core.
 * @param {string} title the common title
 * @param {[title: string, args: string[]][]} programs
 * @returns {Promise<import("./counts.mjs").Counts>}
 */
export async function checkAll(title, programs) {
  let failed = 0;
  try {
    await showing(title, async () => {
      const failures = (await Promise.all(programs.map(failure))).filter((each) => each !== undefined);
      failed = failures.length;
      if (failed > 0) throw new Error(failures.join("\n"));
    });
  } catch (error) {
    console.log(/** @type {Error} */ (error).message);
    failed = Math.max(failed, 1);
  }
  return { passed: programs.length - failed, failed, skipped: 0 };
}

/**
 * @param {[title: string, args: string[]]} program
 * @returns {Promise<string | undefined>} its output and exit status, if it failed
 */
async function failure([title, args]) {
  let output = "";
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const status = await new Promise((resolve) => child.on("close", (code, signal) => resolve(code ?? signal)));
  return status === 0 ? undefined : `${output.trimEnd()}\n${title} ended with ${status}`;
}
