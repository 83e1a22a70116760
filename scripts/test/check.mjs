// @ts-check
import { spawn } from "node:child_process";
import { root } from "../../setup/paths.mjs";
import { showing } from "../../setup/progress.mjs";
import { add, none } from "./counts.mjs";

/** @typedef {{ output?: string, seconds: number }} End with its output and exit status, if it failed */
/** @typedef {{ title: string, args: string[], end: Promise<End> }} Started a program that was started, and its end */

/**
 * Starts Node programs in their order, at most `atOnce` at a time. What follows can be done meanwhile.
 * @param {[title: string, args: string[]][]} programs
 * @param {number} atOnce
 * @param {Started[]} [before] programs that end before the first of these begins
 * @returns {Started[]}
 */
export function start(programs, atOnce = 1, before = []) {
  /** @type {Set<Promise<End>>} */
  const running = new Set();
  /** @type {typeof endOf} */
  const inTurn = async (title, args) => {
    await Promise.all(before.map(({ end }) => end));
    while (running.size >= atOnce) await Promise.race(running);
    const end = endOf(title, args).finally(() => running.delete(end));
    running.add(end);
    return end;
  };
  return programs.map(([title, args]) => ({ title, args, end: inTurn(title, args) }));
}

/**
 * Waits for programs that pass or fail as a whole. What a program printed is shown when it failed.
 * @param {Started[]} programs
 * @returns {Promise<import("./counts.mjs").Counts>}
 */
export async function outcome(programs) {
  let counts = none;
  for (const { title, args, end } of programs) {
    const part = { name: title, seconds: 0, failed: false, alone: ["node", ...args].join(" ") };
    try {
      await showing(title, async () => {
        const { output, seconds } = await end;
        part.seconds = seconds;
        if (output !== undefined) throw new Error(output);
      });
    } catch (error) {
      console.log(/** @type {Error} */ (error).message);
      part.failed = true;
    }
    counts = add(counts, { passed: part.failed ? 0 : 1, failed: part.failed ? 1 : 0, skipped: 0, parts: [part] });
  }
  return counts;
}

/**
 * @param {string} title
 * @param {string[]} args
 * @returns {Promise<End>}
 */
async function endOf(title, args) {
  const from = performance.now();
  let output = "";
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const status = await new Promise((resolve) => child.on("close", (code, signal) => resolve(code ?? signal)));
  const seconds = (performance.now() - from) / 1000;
  return status === 0 ? { seconds } : { seconds, output: `${output.trimEnd()}\n${title} ended with ${status}` };
}
