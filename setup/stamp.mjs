// @ts-check
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { workbookDir } from "./paths.mjs";

// A stamp is the hash of a step's sources, written when the step has ended. An interrupted step has no stamp, and a step
// whose sources have changed has an outdated one: both run again.

/**
 * @param {(string | Buffer)[]} parts
 * @returns {string} a hash of the parts and their boundaries
 */
export function hashOf(parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest("hex");
}

/**
 * @param {string} name
 * @param {string} hash
 * @returns {boolean} whether the step has ended, with these sources
 */
export function isStamped(name, hash) {
  try {
    return readFileSync(stampFile(name), "utf8").trim() === hash;
  } catch {
    return false;
  }
}

/**
 * Marks a step as ended.
 * @param {string} name
 * @param {string} hash
 */
export function stamp(name, hash) {
  writeAtomically(stampFile(name), `${hash}\n`);
}

/**
 * Removes a step's mark before it runs again.
 * @param {string} name
 */
export function unstamp(name) {
  rmSync(stampFile(name), { force: true });
}

/**
 * @param {string} file
 * @param {string} text
 */
export function writeAtomically(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, text);
  renameSync(temporary, file);
}

/** @param {string} name */
const stampFile = (name) => join(workbookDir, "stamps", name);
