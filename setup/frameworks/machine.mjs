// @ts-check
import { readFileSync } from "node:fs";
import { findPythons, minorVersion } from "../python.mjs";
import { ask } from "../run.mjs";

/** The Debian packages of the environment `study`: PyTorch with its headers, and what compiles Horovod against it. */
export const debianPackages = [
  ...["python3-venv", "python3-dev", "g++", "cmake", "make"],
  ...["python3-torch", "libtorch-dev", "pybind11-dev"],
];

/** Debian's own Python, which has Debian's PyTorch. Another one may come before it on the PATH. */
export const debianPython = "/usr/bin/python3";

/**
 * What decides which environments set-up makes.
 * @typedef {object} Machine
 * @property {boolean} debian12 whether PyTorch 1.13.1 can come from Debian: only Debian 12 on x86-64 has it
 * @property {string[]} missing those of Debian's packages that are not installed
 * @property {boolean} root whether set-up may install them
 * @property {string | undefined} oldPython a Python that MXNet's NumPy supports
 */

/** @returns {Machine} */
export function thisMachine() {
  return {
    debian12: process.arch === "x64" && isDebian12(),
    missing: missingPackages(),
    root: process.getuid?.() === 0,
    oldPython: findPythons().find(({ version }) => ["3.10", "3.11"].includes(minorVersion(version)))?.command,
  };
}

function isDebian12() {
  try {
    const release = readFileSync("/etc/os-release", "utf8");
    return /^ID=debian$/m.test(release) && /^VERSION_ID="?12"?$/m.test(release);
  } catch {
    return false;
  }
}

/** @returns {string[]} */
function missingPackages() {
  return debianPackages.filter((name) => debianVersion(name) === undefined);
}

/**
 * @param {string} name
 * @returns {string | undefined} the version of a Debian package, if it is installed
 */
export function debianVersion(name) {
  const [status, version] = ask("dpkg-query", ["-W", "-f=${db:Status-Status} ${Version}", name])?.split(" ") ?? [];
  return status === "installed" ? version : undefined;
}
