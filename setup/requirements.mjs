// @ts-check
import { chromiumVersion } from "./chromium.mjs";
import { inForce, inherited, unusable } from "./environment.mjs";
import { SetupError } from "./errors.mjs";
import { root } from "./paths.mjs";
import { checkPlatform, compiler, freeSpace, gpuName, neededSpace } from "./platform.mjs";
import { choosePython, hasVenv, minorVersion } from "./python.mjs";
import { ask } from "./run.mjs";
import { steps } from "./steps/index.mjs";
import { addon } from "./steps/addon.mjs";
import { pythonEnvironment } from "./steps/python-environment.mjs";
import { foreignCuda } from "./tensorflow/cuda.mjs";
import { readInstallation } from "./tensorflow/installation.mjs";

/**
 * One line of the doctor's table.
 * @typedef {object} Requirement
 * @property {string} name
 * @property {"ok" | "missing" | "optional"} state optional: the workbook works without it
 * @property {string} found
 * @property {string} [remedy]
 */

/** @returns {Requirement[]} the workbook's requirements and their state on this machine: first tools, then what set-up makes */
export function inspect() {
  return [
    platform(),
    ...variables(),
    npm(),
    ...python(),
    cxx(),
    disk(),
    ...steps.map(made),
    tensorflowRuns(),
    gpu(),
    ...cuda(),
    useful("Chromium", chromiumVersion(), "for figures as images and browser tests: sudo apt install chromium"),
    useful(
      "bubblewrap",
      ask("bwrap", ["--version"]),
      "for grading, which runs each submission in a sandbox: sudo apt install bubblewrap",
    ),
  ];
}

/** @returns {Requirement} */
function platform() {
  const name = "Linux, Node 20, 22 or 24";
  const found = `${process.platform} ${process.arch}, Node ${process.versions.node}`;
  return mending(name, () => {
    checkPlatform();
    return found;
  });
}

/** @returns {Requirement[]} a line for those variables that are not used here, and one for those that are, and could do harm */
function variables() {
  const [ignored, used] = [unusable(inherited), inForce(inherited)];
  /** @type {Requirement[]} */
  const lines = [
    { name: "environment, ignored", state: "ok", found: ignored.join(", ") },
    {
      name: "environment, in force",
      state: "optional",
      found: used.join(", "),
      remedy: "unset them where a command fails",
    },
  ];
  return lines.filter(({ found }) => found !== "");
}

/** @returns {Requirement} */
function npm() {
  const version = ask("npm", ["--version"]);
  return needed("npm", version, "install it (Debian, Ubuntu: sudo apt install npm)");
}

/** @returns {Requirement[]} */
function python() {
  const found = mending("Python 3.10 to 3.13", () => {
    const { command, version } = choosePython();
    return `${version} (${command})`;
  });
  if (found.state !== "ok") return [found];
  const chosen = choosePython();
  const remedy = `sudo apt install python${minorVersion(chosen.version)}-venv`;
  return [
    found,
    toolFor(pythonEnvironment.done(), "Python's venv module", hasVenv(chosen) ? "yes" : undefined, remedy),
  ];
}

/** @returns {Requirement} */
function cxx() {
  const command = compiler();
  const found = command && `${command}: ${ask(command, ["--version"])?.split("\n")[0]}`;
  return toolFor(addon.done(), "C++ compiler", found, "sudo apt install g++, or on a cluster `module load gcc`");
}

/** @returns {Requirement} */
function disk() {
  const [free, needed] = [freeSpace(), neededSpace()];
  const allMade = steps.every((step) => step.done());
  const found = free >= needed ? `${free.toFixed(0)} GB free` : undefined;
  return toolFor(allMade, `${needed} GB of disk`, found, `make room in ${root}`);
}

/**
 * @param {import("./steps/step.mjs").Step} step
 * @returns {Requirement}
 */
function made(step) {
  return needed(step.title, step.done() ? "set up" : undefined, "npm start");
}

/** @returns {Requirement} */
function tensorflowRuns() {
  const installation = readInstallation();
  const program =
    "const { tf } = require('parallel-training/tensorflow'); console.log(tf.matMul(tf.ones([2, 2]), tf.ones([2, 2])).sum().dataSync()[0])";
  const works = installation && ask(process.execPath, ["-e", program]) === "8";
  const found = works ? `${installation.version} for ${installation.device} (${installation.home})` : undefined;
  return needed("TensorFlow runs in Node", found, "npm start; if it stays, remove .workbook/ and run it again");
}

/** @returns {Requirement} */
function gpu() {
  const name = gpuName();
  const chosen = readInstallation()?.device;
  if (!name) return { name: "NVIDIA GPU", state: "optional", found: "none: the CPU is used" };
  const remedy = chosen === "cpu" ? "to use it: WORKBOOK_DEVICE=gpu ./workbook setup" : undefined;
  return { name: "NVIDIA GPU", state: remedy ? "optional" : "ok", found: name, remedy };
}

/** @returns {Requirement[]} a line only where something is wrong */
function cuda() {
  const installation = readInstallation();
  const files = installation?.device === "gpu" ? foreignCuda(installation.home) : [];
  if (files.length === 0) return [];
  const remedy = "TensorFlow was built with set-up's own: run `module unload cuda`, or unset LD_LIBRARY_PATH";
  return [
    {
      name: "CUDA's libraries",
      state: "optional",
      found: `LD_LIBRARY_PATH replaces set-up's own by ${files.join(", ")}`,
      remedy,
    },
  ];
}

/**
 * A program that only some commands need.
 * @param {string} name
 * @param {string | undefined} version undefined where it is missing
 * @param {string} remedy
 * @returns {Requirement}
 */
function useful(name, version, remedy) {
  return version ? { name, state: "ok", found: version } : { name, state: "optional", found: "none", remedy };
}

/**
 * @param {string} name
 * @param {string | undefined} found
 * @param {string} remedy
 * @returns {Requirement}
 */
function needed(name, found, remedy) {
  return found ? { name, state: "ok", found } : { name, state: "missing", found: "missing", remedy };
}

/**
 * A tool that is needed only until its product is made.
 * @param {boolean} made whether the product is made
 * @param {string} name
 * @param {string | undefined} found
 * @param {string} remedy
 * @returns {Requirement}
 */
function toolFor(made, name, found, remedy) {
  if (!found && made) return { name, state: "optional", found: "none, no longer needed" };
  return needed(name, found, remedy);
}

/**
 * @param {string} name
 * @param {() => string} look returns what was found; the message of its SetupError is the remedy
 * @returns {Requirement}
 */
function mending(name, look) {
  try {
    return { name, state: "ok", found: look() };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return { name, state: "missing", found: "missing", remedy: error.message };
  }
}
