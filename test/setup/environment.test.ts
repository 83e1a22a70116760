import { expect, it, test } from "vitest";
import { clean, inForce, unusable } from "../../setup/environment.mjs";
import { temporaryFolder } from "../temporary";

const names = (text: string) => text.split(" ");
const each = (text: string) => Object.fromEntries(names(text).map((name) => [name, "1"]));

it.each([
  ["a cluster's Python", "PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONSAFEPATH PYTHONUSERBASE PYTHONWARNINGS"],
  ["a pip that installs elsewhere", "PIP_USER PIP_TARGET PIP_PREFIX PIP_REQUIRE_VIRTUALENV PIP_CONSTRAINT PIP_DRY_RUN"],
  ["another Node project", "NODE_ENV NODE_PATH npm_config_omit NPM_CONFIG_GLOBAL npm_config_prefix npm_config_dry_run"],
  [
    "another Jupyter",
    "JUPYTER_CONFIG_DIR JUPYTER_PORT JUPYTERHUB_SERVICE_PREFIX JUPYTERLAB_DIR IPYTHONDIR JPY_API_TOKEN",
  ],
  ["another shell", "CDPATH GREP_OPTIONS SHELLOPTS BASHOPTS GIT_DIR NBGRADER_EXECUTION"],
])("no program gets the variables of %s", (_, text) => {
  expect(unusable(each(text))).toEqual(names(text).sort());
});

it("keeps the way to the registries, and what is for everybody", () => {
  const kept = each(
    "PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_NO_INDEX PIP_FIND_LINKS PIP_CERT PIP_CONFIG_FILE npm_config_registry NPM_CONFIG_CACHE " +
      "npm_config_https_proxy npm_config_//host/:_authToken PATH LANG LD_LIBRARY_PATH PYTHON WORKBOOK_VENV SLURM_CONF BASH_ENV TZ CXX",
  );
  expect(unusable(kept)).toEqual([]);
});

test.each(["/nonexistent/scratch/4711", "relative", "", "/proc/self/environ"])(
  "a temporary folder %j is none, and a home there is none unless it is absolute",
  (path) => {
    const environment = { TMPDIR: path, TEMP: path, HOME: path };
    const isHome = path.startsWith("/");
    expect(unusable(environment)).toEqual(isHome ? ["TEMP", "TMPDIR"] : ["HOME", "TEMP", "TMPDIR"]);
  },
);

it("takes them out, and leaves the rest", () => {
  const environment = {
    PYTHONPATH: "/x",
    TMPDIR: temporaryFolder("tmp"),
    HOME: "/none",
    LD_PRELOAD: "x.so",
    XLA_FLAGS: "",
  };
  const kept: Partial<typeof environment> = { ...environment };
  delete kept.PYTHONPATH;
  clean(environment);
  expect(environment).toEqual(kept);
  expect(inForce(environment)).toEqual(["LD_PRELOAD", "XLA_FLAGS"]);
});
