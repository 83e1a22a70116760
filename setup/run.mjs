// @ts-check
import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { explain, SetupError } from "./errors.mjs";
import { logFile, root } from "./paths.mjs";

/**
 * Runs a command at the root. Its output goes to the log; when it fails, one line says why.
 * @param {string} what the task, for the error
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, log?: string }} [options]
 * @returns {Promise<string>} its standard output
 * @throws {SetupError}
 */
export async function run(what, command, args, { cwd = root, env = process.env, log = logFile } = {}) {
  mkdirSync(dirname(log), { recursive: true });
  const write = (/** @type {string} */ text) => {
    // A full disk must not hide the command's own error.
    try {
      appendFileSync(log, text);
    } catch {}
  };
  write(`\n$ ${command} ${args.join(" ")}\n`);
  // The reasons that are looked for in the output are in English.
  const child = spawn(command, args, { cwd, env: { ...env, LC_ALL: "C.UTF-8" }, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
    output += text;
    write(text);
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    output += text;
    write(text);
  });
  const status = await new Promise((resolve) => {
    child.on("error", (error) => {
      output += `error: ${error.message}`;
      resolve(error.message);
    });
    child.on("close", (code, signal) => resolve(code ?? signal));
  });
  if (status !== 0) throw new SetupError(explain(what, output, log));
  return stdout;
}

/**
 * The words before a command that end it when set-up is killed. Without them it would go on, and a second set-up would work
 * in the same folder at the same time.
 * @returns {string[]} none where util-linux is too old for it
 */
export function endingWithSetUp() {
  const words = ["setpriv", "--pdeathsig=KILL"];
  return ask(words[0], [...words.slice(1), "true"]) === undefined ? [] : words;
}

/**
 * Runs a short command at the root.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} its trimmed standard output; undefined when the command is missing or fails
 */
export function ask(command, args, env = process.env) {
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return status === 0 ? stdout.trim() : undefined;
}
