// @ts-check
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.mjs";

const how = "./workbook setup --frameworks (docs/frameworks.md)";

/** The names of those packages of an environment that the doctor shows. */
const titles = {
  tensorflow: "TensorFlow",
  keras: "Keras",
  tf_keras: "tf_keras",
  torch: "PyTorch",
  mxnet: "MXNet",
  horovod: "Horovod",
  numpy: "NumPy",
};

/**
 * The doctor's lines about the frameworks that the engine is compared with. The workbook works without them.
 * @returns {Promise<import("../requirements.mjs").Requirement[]>}
 */
export async function inspectFrameworks() {
  const name = "Frameworks to compare with";
  try {
    const environments = await environmentsThere();
    if (environments.length === 0) return [{ name, state: "optional", found: "not set up", remedy: how }];
    return environments.flatMap(linesOf);
  } catch (error) {
    return [{ name, state: "optional", found: "not usable", remedy: /** @type {Error} */ (error).message }];
  }
}

/**
 * @param {import("../../lib/frameworks/environment.js").FrameworkEnvironment} environment
 * @returns {import("../requirements.mjs").Requirement[]}
 */
function linesOf({ name, versions, licences, sources }) {
  return Object.entries(titles)
    .filter(([each]) => each in versions)
    .map(([each, title]) => ({
      name: `${title} (${name})`,
      state: "ok",
      found: `${versions[each]}, ${sources[each]}, ${licences[each]}`,
    }));
}

/** @returns {Promise<import("../../lib/frameworks/environment.js").FrameworkEnvironment[]>} none before set-up */
async function environmentsThere() {
  const built = join(root, "dist", "lib", "frameworks", "environment.js");
  if (!existsSync(built) || !existsSync(join(root, "node_modules", "zod"))) return [];
  /** @type {typeof import("../../lib/frameworks/environment.js")} */
  const { frameworkEnvironments } = await import(built);
  return frameworkEnvironments();
}
