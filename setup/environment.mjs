// @ts-check
import { accessSync, constants, statSync } from "node:fs";
import { isAbsolute } from "node:path";

// A cluster's modules, conda, a terminal of JupyterHub or another project's set-up leave variables behind that are meant for other
// programs: they would change what Python, npm, pip, Jupyter and shells do here. Every command starts by taking them out of its own
// environment, so no program that it starts gets them.

/** What pip and npm may be told about the way to their registries. All other variables change what they install, or where. */
const ways = {
  pip: /^PIP_(((EXTRA_)?INDEX_URL)|NO_INDEX|FIND_LINKS|TRUSTED_HOST|(CLIENT_)?CERT|PROXY|(NO_)?CACHE_DIR|CONFIG_FILE|(DEFAULT_)?TIMEOUT|RETRIES|KEYRING_PROVIDER|USE_FEATURE)$/,
  npm: /^npm_config_(registry|cache|(https?_)?proxy|no_?proxy|ca|cafile|cert|key|strict_ssl|(user|global)config|fetch_\w+|(prefer_)?offline|maxsockets|.*[@/:].*)$/i,
};

/** Variables for other programs. (`PYTHON`, without an ending, is the workbook's own.) */
const foreign = [
  /^PYTHON\w+$/,
  /^(JUPYTER|JPY_|IPYTHON|NBGRADER_)\w*$/,
  /^NODE_(ENV|PATH)$/,
  /^GIT_(DIR|WORK_TREE|INDEX_FILE)$/, // of a hook
  /^(CDPATH|GREP_OPTIONS|SHELLOPTS|BASHOPTS)$/,
];

/** Variables that are their user's wish, and stay in force. The doctor names them, since a wrong value stops much. */
const wishes = /^(LD_PRELOAD|NODE_OPTIONS|XLA_FLAGS|TF_(XLA_FLAGS|ENABLE_ONEDNN_OPTS|CONFIG|NUM_\w+)|OMP_NUM_THREADS)$/;

/** The environment as it was before {@link clean}. */
export const inherited = { ...process.env };

/**
 * @param {NodeJS.ProcessEnv} environment
 * @returns {string[]} the names of its variables that are meant for other programs, or name a temporary folder or a home that cannot be used
 */
export function unusable(environment) {
  return Object.keys(environment)
    .filter((name) => {
      if (/^PIP_/.test(name)) return !ways.pip.test(name);
      if (/^npm_config_/i.test(name)) return !ways.npm.test(name);
      const value = environment[name] ?? "";
      if (/^(TMPDIR|TMP|TEMP)$/.test(name)) return !isFolderForFiles(value);
      if (name === "HOME") return !isAbsolute(value); // without it, the account's own home counts
      return foreign.some((pattern) => pattern.test(name));
    })
    .sort();
}

/**
 * @param {NodeJS.ProcessEnv} environment
 * @returns {string[]} the names of variables that stay in force and change what TensorFlow or every program does
 */
export const inForce = (environment) =>
  Object.keys(environment)
    .filter((name) => wishes.test(name))
    .sort();

/**
 * Takes the {@link unusable} variables out of an environment, by default out of this process's, whose children inherit it.
 * @param {NodeJS.ProcessEnv} [environment]
 */
export function clean(environment = process.env) {
  for (const name of unusable(environment)) delete environment[name];
}

/** @param {string} path */
function isFolderForFiles(path) {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return isAbsolute(path) && statSync(path).isDirectory();
  } catch {
    return false;
  }
}
