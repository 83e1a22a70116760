// @ts-check
import { makeMissing } from "../index.mjs";
import { readManifest } from "../offline.mjs";
import { SetupError } from "../errors.mjs";
import { debianStep } from "./debian.mjs";
import { describeEnvironments } from "./describe.mjs";
import { horovodStep } from "./horovod.mjs";
import { thisMachine } from "./machine.mjs";
import { packagesStep } from "./packages.mjs";
import { plan } from "./plan.mjs";
import { needed } from "./space.mjs";

/**
 * Makes the environments of the frameworks that the engine is compared with. It comes after set-up itself.
 * @param {{ from?: string, newest?: boolean }} [options] `newest`: also the newest PyTorch and TensorFlow
 * @throws {SetupError} with one line that names the remedy
 */
export async function setUpFrameworks({ from, newest = false } = {}) {
  const site = await siteEnvironment();
  if (site) console.log(summary(site));
  const machine = thisMachine();
  const offline = from ? (readManifest(from).frameworks ?? []) : undefined;
  const planned = plan(machine, { newest, offline, site: site !== undefined });
  const steps = stepsOf(planned, machine);
  if (steps.some((step) => !step.done())) for (const note of planned.notes) console.error(note);
  await makeMissing(steps, { from }, () => needed(planned));
  for (const environment of await describeEnvironments()) console.log(summary(environment));
}

/**
 * @param {import("./plan.mjs").Plan} planned
 * @param {import("./machine.mjs").Machine} machine
 * @returns {import("../steps/step.mjs").Step[]} one after the other: compilers take all cores and much memory
 */
export function stepsOf({ install, environments }, machine) {
  const steps = install.length > 0 ? [debianStep(install)] : [];
  for (const environment of environments) {
    const packages = packagesStep(environment.name, machine, steps.slice(-1));
    steps.push(packages);
    if (environment.horovod.length > 0) steps.push(horovodStep(environment, packages));
  }
  return steps;
}

/**
 * The site's own environment, with which set-up makes no other.
 * @returns {Promise<import("../../lib/frameworks/environment.js").FrameworkEnvironment | undefined>}
 */
async function siteEnvironment() {
  // Set-up builds it, so it may not exist when this file loads.
  const built = "../../dist/lib/frameworks/environment.js";
  /** @type {typeof import("../../lib/frameworks/environment.js")} */
  const lib = await import(built);
  try {
    return await lib.siteEnvironment();
  } catch (error) {
    throw new SetupError(/** @type {Error} */ (error).message);
  }
}

/** @param {{ name: string, versions: Record<string, string>, python: string }} environment */
function summary({ name, versions, python }) {
  const list = Object.entries(versions).map(([each, version]) => `${each} ${version}`);
  return `${name}: ${list.join(", ")} (${python})`;
}
