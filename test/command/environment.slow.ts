import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { workbookRoot } from "../../lib/system/workbook";
import { firstPort } from "../ports";
import { temporaryFolder } from "../temporary";

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
const workbook = join(workbookRoot, "workbook");

it("nbgrader hands a lesson out", () => {
  const course = (...words: string[]) =>
    spawnSync(process.execPath, [workbook, "course", ...words, "--course", join(home, "course")], {
      env: { ...process.env, ...foreign },
      encoding: "utf8",
    }).stderr;
  expect(course("init", "--exchange", join(home, "exchange"))).toBe("");
  expect(course("release", "01-one-device")).toBe("");
});

it("JupyterLab starts, with the workbook's settings", async () => {
  const words = [workbook, "start", "--no-browser", `--port=${firstPort}`];
  const server = spawn(process.execPath, words, { env: { ...process.env, ...foreign } });
  let said = "";
  const address = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      const [found] = /http\S+\/lab\?token=\S+/.exec((said += chunk.toString())) ?? [];
      if (found !== undefined) resolve(found);
    };
    for (const stream of [server.stdout, server.stderr]) stream.on("data", hear);
    server.once("exit", () => {
      reject(new Error(said));
    });
  });
  const { status } = await fetch(address.replace("/lab?", "/api/kernelspecs?"));
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGINT");
  await ended;
  expect(status).toBe(200);
});
