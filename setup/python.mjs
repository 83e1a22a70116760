// @ts-check
import { SetupError } from "./errors.mjs";
import { ask } from "./run.mjs";

/**
 * A Python that was found.
 * @typedef {{ command: string, version: string }} Python
 */

const supported = ["3.13", "3.12", "3.11", "3.10"];

/**
 * Every Python on the PATH under a usual name, that of the active environment first.
 * @returns {Python[]}
 */
export function findPythons() {
  const names = ["python3", ...supported.map((version) => `python${version}`)];
  return names.flatMap((command) => {
    const version = ask(command, ["-c", "import platform; print(platform.python_version())"]);
    return version ? [{ command, version }] : [];
  });
}

/** @param {Python} python */
export const isSupported = (python) => supported.includes(minorVersion(python.version));

/** @param {string} version */
export const minorVersion = (version) => version.split(".").slice(0, 2).join(".");

/** @returns {Python} @throws {SetupError} when none is supported */
export function choosePython() {
  const found = findPythons();
  const python = found.find(isSupported);
  if (python) return python;
  const others = found.map(({ command, version }) => `${command} is ${version}`).join(", ");
  throw new SetupError(
    others
      ? `No Python 3.10 to 3.13 was found (${others}): install one, or put it on the PATH.`
      : "Python was not found: install Python 3.10 to 3.13 (Debian, Ubuntu: sudo apt install python3 python3-venv).",
  );
}

/** @param {Python} python @returns {boolean} whether it can make virtual environments with pip in them */
export const hasVenv = (python) => ask(python.command, ["-c", "import venv, ensurepip"]) !== undefined;

/** @param {Python} python @throws {SetupError} when it has no venv module */
export function requireVenv(python) {
  if (hasVenv(python)) return;
  throw new SetupError(
    `Python ${python.version} has no venv module: install Debian's package python3-venv (sudo apt install python${minorVersion(python.version)}-venv).`,
  );
}
