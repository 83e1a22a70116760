// @ts-check
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { workbookDir } from "./paths.mjs";

// A stamp is the hash of everything a step was made from, written when the step has ended. A step that was
// interrupted has none, and one whose sources have changed since has another: both are run again.

/**
 * @param {(string | Buffer)[]} parts
 * @returns {string} a hash of the parts and of where one ends and the next begins
 */
export function hashOf(parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest("hex");
}

/**
 * @param {string} name
 * @param {string} hash
 * @returns {boolean} whether the step ended with these sources
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
 * Takes a step's mark away before it is run again.
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
