// @ts-check
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SetupError } from "../errors.mjs";
import { wheels } from "../offline.mjs";
import { choosePython } from "../python.mjs";
import { ask } from "../run.mjs";
import { peers, pythonOf } from "./places.mjs";

// The environment `newest` has no PyTorch and TensorFlow of its own, since these take 9 GB. A .pth file lets its Python import
// them from the environments of the benchmark, in the user's cache.

/**
 * The Pythons of the benchmark's environments with PyTorch and TensorFlow. They are installed the first time.
 * @param {string} [from] a folder made by `./workbook setup --download`
 * @returns {Promise<string[]>}
 * @throws {SetupError} when they cannot be installed, or are of different Pythons
 */
export async function peerPythons(from) {
  // Set-up builds it, so it may not exist when this file loads.
  const built = "../../dist/bench/python-environment.js";
  /** @type {typeof import("../../bench/python-environment.js")} */
  const { cacheFolder, pythonEnvironment } = await import(built);
  process.env.PYTHON ??= choosePython().command;
  if (from) Object.assign(process.env, { PIP_NO_INDEX: "1", PIP_FIND_LINKS: wheels(from) });
  /** @type {string[]} */
  const pythons = [];
  for (const { name, requirements } of peers) {
    try {
      pythons.push(await pythonEnvironment({ name, requirements, folder: cacheFolder("bench") }, () => undefined));
    } catch (error) {
      throw new SetupError(/** @type {Error} */ (error).message);
    }
  }
  const versions = pythons.map((python) => ask(python, ["-c", "import sys; print(sys.version)"]));
  if (new Set(versions).size > 1) {
    throw new SetupError(
      `The newest PyTorch and TensorFlow were installed for different Pythons: remove ${cacheFolder("bench")} and run it again.`,
    );
  }
  return pythons;
}

/**
 * Lets an environment's Python import the packages of other environments, after its own.
 * @param {import("./places.mjs").Name} name
 * @param {string[]} pythons
 */
export function joinPackages(name, pythons) {
  const folders = pythons.map((python) => sitePackages(python));
  writeFileSync(pathFile(name), `${folders.join("\n")}\n`);
}

/**
 * @param {import("./places.mjs").Name} name
 * @returns {boolean} whether the packages that the environment imports from elsewhere are still there
 */
export function stillJoined(name) {
  try {
    return readFileSync(pathFile(name), "utf8")
      .trim()
      .split("\n")
      .every((folder) => existsSync(folder));
  } catch {
    return false;
  }
}

/** @param {import("./places.mjs").Name} name */
const pathFile = (name) => join(sitePackages(pythonOf(name)), "peers.pth");

/** @param {string} python */
const sitePackages = (python) => ask(python, ["-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]) ?? "";
