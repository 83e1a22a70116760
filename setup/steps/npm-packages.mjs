// @ts-check
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { SetupError } from "../errors.mjs";
import { npmCache, readManifest } from "../offline.mjs";
import { root, workbookDir } from "../paths.mjs";
import { ask, run } from "../run.mjs";

/** The flags of every installation: all of the packages, here, whatever the user's .npmrc says. */
export const whole = ["--include=dev", "--include=optional", "--include=peer", "--global=false", "--dry-run=false"];
// With npm's defaults, a minute and a half pass before it reports that there is no network.
const patience = ["--fetch-retries=3", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=10000"];

/** @type {import("./step.mjs").Step} */
export const npmPackages = {
  title: "npm packages",
  after: [],
  done: () => packagesMatch(readLock("package-lock.json"), readLock(join("node_modules", ".package-lock.json"))),
  check() {
    if (!ask("npm", ["--version"]))
      throw new SetupError("npm was not found: install it (Debian, Ubuntu: sudo apt install npm).");
  },
  async run({ from }) {
    if (!from) {
      await run("npm packages", "npm", ["ci", ...whole, ...patience]);
      return;
    }
    // npm writes into its cache even when it only reads packages, and the folder may be read-only.
    const cache = join(workbookDir, "npm-cache");
    rmSync(cache, { recursive: true, force: true });
    cpSync(npmCache(from), cache, { recursive: true });
    await run("npm packages", "npm", [
      "ci",
      ...whole,
      "--offline",
      `--cache=${cache}`,
      `--registry=${readManifest(from).registry}`,
    ]);
    rmSync(cache, { recursive: true, force: true });
  },
};

/**
 * The parts of a package-lock.json that matter here.
 * @typedef {{ packages: Record<string, { version?: string, optional?: boolean, devOptional?: boolean, link?: boolean }> }} Lock
 */

/**
 * Whether every package in the project's lock is installed, according to the list that npm writes after an installation.
 * Optional packages may be missing, because they belong to another platform.
 * @param {Lock | undefined} wanted package-lock.json
 * @param {Lock | undefined} installed node_modules/.package-lock.json
 * @returns {boolean}
 */
export function packagesMatch(wanted, installed) {
  if (!wanted || !installed) return false;
  return Object.entries(wanted.packages)
    .filter(([path, { link }]) => path.startsWith("node_modules/") && !link)
    .every(([path, { version, optional, devOptional }]) => {
      const found = installed.packages[path];
      return found ? found.version === version : Boolean(optional ?? devOptional);
    });
}

/**
 * @param {string} name
 * @returns {Lock | undefined}
 */
function readLock(name) {
  try {
    return JSON.parse(readFileSync(join(root, name), "utf8"));
  } catch {
    return undefined;
  }
}
