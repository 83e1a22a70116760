// @ts-check
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, workbookDir } from "../paths.mjs";
import { debianVersion } from "./machine.mjs";

/** The environments' folder, with the wheels of Horovod that were compiled here. */
export const frameworks = join(workbookDir, "frameworks");

/** Set-up's description of the environments, which lib/frameworks/environment.ts reads. */
export const description = join(workbookDir, "frameworks.json");

/**
 * The environments' names.
 * @typedef {"study" | "newest" | "mxnet"} Name
 */

/** @type {Name[]} */
export const names = ["study", "newest", "mxnet"];

/** @param {Name} name */
export const folderOf = (name) => join(frameworks, name);

/** @param {Name} name */
export const pythonOf = (name) => join(folderOf(name), "bin", "python");

/** @param {Name} name @returns {string} the file of its packages' exact versions */
export const requirementsOf = (name) => join(root, "setup", "frameworks", `${name}.txt`);

/** The benchmark's lists of packages, whose PyTorch and TensorFlow the environment `newest` has. */
export const peers = ["torch", "keras"].map((name) => ({
  name,
  requirements: join(root, "bench", "peers", `${name}.txt`),
}));

/**
 * What an environment's packages come from, for stamps: its own list, and the packages outside it.
 * @param {Name} name
 * @returns {string[]}
 */
export function sourcesOf(name) {
  const own = readFileSync(requirementsOf(name), "utf8");
  if (name === "study") return [own, debianVersion("python3-torch") ?? ""];
  if (name === "mxnet") return [own];
  return [
    own,
    ...peers.map(({ requirements }) => (existsSync(requirements) ? readFileSync(requirements, "utf8") : "")),
  ];
}
