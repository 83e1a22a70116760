// @ts-check
import { SetupError } from "../errors.mjs";

/**
 * An environment that set-up can make, and the frameworks that it builds Horovod for there.
 * @typedef {{ name: "study" | "newest" | "mxnet", horovod: Framework[] }} Planned
 * @typedef {"tensorflow" | "torch" | "mxnet"} Framework
 */

/**
 * @typedef {object} Plan
 * @property {string[]} install Debian packages to install first
 * @property {Planned[]} environments in the order in which they are made
 * @property {string[]} notes lines for people: what they get instead of what, and why
 */

/** @type {Planned} */
const study = { name: "study", horovod: ["tensorflow", "torch", "mxnet"] };
/** @type {Planned} */
const mxnet = { name: "mxnet", horovod: ["mxnet"] };
/** @type {Planned} */
const newestBesideStudy = { name: "newest", horovod: [] };
/** @type {Planned} */
const newestInstead = { name: "newest", horovod: ["tensorflow", "torch"] };

/**
 * Which environments set-up makes: the study's one environment where Debian's PyTorch is or can be installed; elsewhere the
 * newest PyTorch and TensorFlow, and MXNet, each with Horovod, from PyPI alone.
 * @param {import("./machine.mjs").Machine} machine
 * @param {{ newest?: boolean, site?: boolean, offline?: Planned["name"][] }} [options] `newest`: also the newest versions,
 *   without Horovod; `site`: the site has an environment of its own; `offline`: those whose packages a folder made by
 *   `--download` has
 * @returns {Plan}
 * @throws {SetupError} when the folder lacks packages, or this machine cannot use those that it has
 */
export function plan(machine, { newest = false, site = false, offline } = {}) {
  const beside = newest ? [newestBesideStudy] : [];
  if (site) return fitting({ install: [], environments: beside, notes: [] }, offline);
  if (offline) return offlinePlan(machine, newest, offline);
  const { debian12, missing, root, oldPython } = machine;
  if (debian12 && (missing.length === 0 || root)) {
    return { install: missing, environments: [study, ...beside], notes: [] };
  }
  const why = debian12
    ? `The study's PyTorch needs Debian packages, and only root can install them: \`${installLine(missing)}\`.`
    : "The study's PyTorch 1.13.1 comes with Debian 12 on x86-64, which this is not.";
  const notes = [
    `${why} Making the environments of PyPI's packages instead: the newest PyTorch and TensorFlow, and MXNet.`,
  ];
  if (oldPython) return { install: [], environments: [newestInstead, mxnet], notes };
  notes.push("MXNet is left out: it needs Python 3.10 or 3.11, which was not found on the PATH.");
  return { install: [], environments: [newestInstead], notes };
}

/**
 * The environments of a folder; Debian's packages are no part of it.
 * @param {import("./machine.mjs").Machine} machine
 * @param {boolean} newest
 * @param {Planned["name"][]} offline
 */
function offlinePlan({ debian12, missing, oldPython }, newest, offline) {
  if (offline.includes("study")) {
    if (!debian12) {
      throw new SetupError("The folder's frameworks are for Debian 12 on x86-64: download on a machine like this one.");
    }
    if (missing.length > 0) {
      throw new SetupError(
        `The frameworks need Debian packages, which the folder does not contain: first run \`${installLine(missing)}\` as root, with a mirror of Debian in reach.`,
      );
    }
    return fitting({ install: [], environments: [study, ...(newest ? [newestBesideStudy] : [])], notes: [] }, offline);
  }
  const environments = [newestInstead, ...(offline.includes("mxnet") && oldPython ? [mxnet] : [])];
  return fitting({ install: [], environments, notes: [] }, offline);
}

/** @param {string[]} packages */
const installLine = (packages) => `apt-get install ${packages.join(" ")}`;

/**
 * @param {Plan} planned
 * @param {Planned["name"][] | undefined} offline
 */
function fitting(planned, offline) {
  const lacking = planned.environments.filter(({ name }) => offline && !offline.includes(name));
  if (lacking.length === 0) return planned;
  const flags = offline?.length ? "--frameworks newest" : "--frameworks";
  throw new SetupError(
    `The folder lacks packages of the frameworks: download again with \`${flags}\`, on a machine like this one.`,
  );
}
