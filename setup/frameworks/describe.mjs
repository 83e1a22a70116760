// @ts-check
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.mjs";
import { run } from "../run.mjs";
import { writeAtomically } from "../stamp.mjs";
import { description, names, pythonOf } from "./places.mjs";

/**
 * What set-up says about an environment, as lib/frameworks/environment.ts reads it.
 * @typedef {object} Described
 * @property {import("./places.mjs").Name} name
 * @property {string} python
 * @property {Record<string, string>} versions
 * @property {Record<string, string>} licences
 * @property {Record<string, string>} sources
 * @property {string[]} horovod
 */

/**
 * Asks each environment that is there what it has, and writes it down. Writes nothing where nothing has changed.
 * @returns {Promise<Described[]>}
 */
export async function describeEnvironments() {
  /** @type {Described[]} */
  const environments = [];
  for (const name of names.filter((each) => existsSync(pythonOf(each)))) {
    const python = pythonOf(name);
    const found = JSON.parse(await run(`Environment ${name}`, python, [join(root, "lib", "frameworks", "probe.py")]));
    environments.push({ name, python, ...found });
  }
  const text = `${JSON.stringify({ environments }, null, 2)}\n`;
  const before = existsSync(description) ? readFileSync(description, "utf8") : "";
  if (text !== before) writeAtomically(description, text);
  return environments;
}
