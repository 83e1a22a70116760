// @ts-check
import { root } from "./paths.mjs";

/** An error that a person can fix: its one-line message says what was found, and the remedy. */
export class SetupError extends Error {}

const diskFull = /ENOSPC|No space left on device|EDQUOT|Disk quota exceeded/i;
const noNetwork =
  /EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|name resolution|NewConnectionError|ConnectTimeoutError|Network is unreachable/i;
const noMemory = /Killed signal terminated program cc1plus|virtual memory exhausted|Cannot allocate memory/;
const mayNotWrite = /EACCES|EROFS|Permission denied|Read-only file system/i;

/**
 * Explains in one line why a command failed, as far as its output tells.
 * @param {string} what the task, for example "npm packages"
 * @param {string} output the command's output
 * @param {string} log the file with the whole output
 * @returns {string}
 */
export function explain(what, output, log) {
  if (diskFull.test(output)) {
    return `${what}: the disk is full. Make room in ${root} (and in the temporary folder) and run it again.`;
  }
  if (noNetwork.test(output)) {
    return `${what}: the package registry cannot be reached. Check the network, or on a machine that has one run \`./workbook setup --download DIR\` and bring DIR here for \`./workbook setup --from DIR\`.`;
  }
  if (noMemory.test(output)) {
    return `${what}: the machine has too little free memory. Compile fewer files at a time: run it again with MAKEFLAGS=-j1 in the environment.`;
  }
  if (mayNotWrite.test(output)) {
    return `${what}: a folder may not be written (${lastLine(output)}). Run set-up as the user who owns ${root}.`;
  }
  return `${what} failed: ${lastLine(output)} (all of its output: ${log})`;
}

/**
 * @param {string} output
 * @returns {string} the compiler's first error, the last error line, or the last meaningful line
 */
function lastLine(output) {
  const lines = output
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line && !/A complete log of this run/.test(line) && !/\/_logs\//.test(line));
  const compilers = lines.find((line) => /:\d+: (fatal )?error: /.test(line));
  return (compilers ?? lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? "it printed nothing").slice(
    0,
    300,
  );
}
