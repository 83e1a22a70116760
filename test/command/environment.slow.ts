import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../temporary";
import { startedLab, workbook } from "../workbook";

// Commands in an environment that is meant for other programs: variables of a cluster's modules, settings of the user's own Jupyter.

const home = temporaryFolder("home");
const site = join(home, "site", "traitlets");
mkdirSync(site, { recursive: true });
writeFileSync(join(site, "__init__.py"), 'raise ImportError("old traitlets of a module")\n');
mkdirSync(join(home, ".jupyter"));
const settings =
  'c.ServerApp.base_url = "/user/ada/"\nc.PasswordIdentityProvider.hashed_password = "x"\nraise Exception("old")\n';
writeFileSync(join(home, ".jupyter", "jupyter_server_config.py"), settings);
const foreign = {
  ...{
    PYTHONPATH: join(home, "site"),
    PYTHONHOME: "/usr",
    PYTHONSTARTUP: "/none",
    PYTHONWARNINGS: "error",
    HOME: home,
  },
  ...{
    JUPYTER_PORT: "1",
    JUPYTER_CONFIG_DIR: "/none",
    JUPYTERHUB_SERVICE_PREFIX: "/user/ada/",
    NBGRADER_EXECUTION: "1",
  },
  ...{
    PIP_USER: "1",
    NODE_ENV: "production",
    NODE_PATH: "/none",
    TMPDIR: "/nonexistent/4711",
    CDPATH: "/",
    LC_ALL: "xx_YY",
  },
};

it("nbgrader hands a lesson out", async () => {
  const course = async (...words: string[]) =>
    (await workbook(["course", ...words, "--course", join(home, "course")], { env: foreign })).stderr;
  expect(await course("init", "--exchange", join(home, "exchange"))).toBe("");
  expect(await course("release", "01-one-device")).toBe("");
});

it("JupyterLab starts, with the workbook's settings", async () => {
  const { address, end } = await startedLab(foreign);
  const { status } = await fetch(address.replace("/lab?", "/api/kernelspecs?"));
  await end();
  expect(status).toBe(200);
});
