// @ts-check
import { join } from "node:path";
import { wheels } from "./offline.mjs";
import { venv } from "./paths.mjs";
import { run } from "./run.mjs";

/** The Python of the notebooks' environment. */
export const venvPython = join(venv, "bin", "python");

/**
 * Runs pip.
 * @param {string} what for the error
 * @param {string[]} args
 * @param {{ python?: string, log?: string }} [options] `python`: default that of the notebooks' environment
 */
export function pip(what, args, { python = venvPython, log } = {}) {
  const quiet = ["--disable-pip-version-check", "--no-input", "--progress-bar=off"];
  // The user's pip.conf may say something else, but goes on naming the registry.
  return run(what, python, ["-m", "pip", args[0], ...quiet, ...args.slice(1)], {
    log,
    env: { ...process.env, PIP_USER: "0" },
  });
}

/**
 * @param {string | undefined} from
 * @returns {string[]} pip's flags for a folder instead of the network
 */
export const pipSource = (from) => (from ? ["--no-index", `--find-links=${wheels(from)}`] : []);
