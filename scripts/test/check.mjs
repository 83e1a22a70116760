// @ts-check
import { spawn } from "node:child_process";
import { root } from "../../setup/paths.mjs";
import { showing } from "../../setup/progress.mjs";

/** @typedef {{ title: string, failure: Promise<string | undefined> }} Started a program that was started, and its end */

/**
 * Starts Node programs, one after the other. What follows can be done meanwhile.
 * @param {[title: string, args: string[]][]} programs
 * @returns {Started[]}
 */
export function start(programs) {
  /** @type {Promise<unknown>} */
  let before = Promise.resolve();
  return programs.map(([title, args]) => {
    const failure = before.then(() => failureOf(title, args));
    before = failure;
    return { title, failure };
  });
}

/**
 * Waits for programs that pass or fail as a whole. What a program printed is shown when it failed.
 * @param {Started[]} programs
 * @returns {Promise<import("./counts.mjs").Counts>}
 */
export async function outcome(programs) {
  let failed = 0;
  for (const { title, failure } of programs) {
    try {
      await showing(title, async () => {
        const output = await failure;
        if (output !== undefined) throw new Error(output);
      });
    } catch (error) {
      console.log(/** @type {Error} */ (error).message);
      failed++;
    }
  }
  return { passed: programs.length - failed, failed, skipped: 0 };
}

/**
 * @param {string} title
 * @param {string[]} args
 * @returns {Promise<string | undefined>} its output and exit status, if it failed
 */
async function failureOf(title, args) {
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
