// @ts-check
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SetupError } from "./errors.mjs";
import { root } from "./paths.mjs";
import { choosePython, minorVersion } from "./python.mjs";
import { hashOf } from "./stamp.mjs";

// The folder that `./workbook setup --download DIR` makes and `--from DIR` uses.

/**
 * The machines and the state of the workbook that a folder is for.
 * @typedef {{ arch: string, python: string, device: "cpu" | "gpu", registry: string, locks: string,
 *   frameworks?: import("./frameworks/places.mjs").Name[] }} Manifest
 */

/** A hash of the lists of packages, which detects a folder made by another version of the workbook. */
export const lockHash = () =>
  hashOf(
    [
      ...["package-lock.json", "requirements.txt", "setup/tensorflow/wheel.mjs"],
      ...["study", "newest", "mxnet"].map((name) => `setup/frameworks/${name}.txt`),
    ].map((name) => readFileSync(join(root, name))),
  );

/** @param {string} folder */
export const npmCache = (folder) => join(folder, "npm");

/** @param {string} folder */
export const wheels = (folder) => join(folder, "wheels");

/** @param {string} folder */
export const manifestFile = (folder) => join(folder, "workbook.json");

/**
 * @param {string} folder
 * @returns {Manifest}
 * @throws {SetupError} when it is no such folder, or an incomplete one
 */
export function readManifest(folder) {
  try {
    return JSON.parse(readFileSync(manifestFile(folder), "utf8"));
  } catch {
    throw new SetupError(
      `${folder} is not a whole download (it has no workbook.json): run \`./workbook setup --download DIR\` to its end on a machine with a network.`,
    );
  }
}

/**
 * @param {string} folder
 * @throws {SetupError} when the folder is for other machines than this one
 */
export function checkFits(folder) {
  const { arch, python, locks } = readManifest(folder);
  const here = { arch: process.arch, python: minorVersion(choosePython().version) };
  if (arch !== here.arch || python !== here.python) {
    throw new SetupError(
      `${folder} is for Python ${python} on ${arch}, and this is Python ${here.python} on ${here.arch}: download on a machine like this one.`,
    );
  }
  if (locks !== lockHash()) {
    throw new SetupError(`${folder} was made by another version of the workbook: download again with this one.`);
  }
}
