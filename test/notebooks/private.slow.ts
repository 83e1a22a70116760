import { chmodSync, copyFileSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import * as fs from "node:fs";
import { startJupyterLab, type JupyterLab } from "../../lib/notebooks/jupyterlab";
import { kernelEnvironment } from "../kernel/drive";
import { firstPort } from "../ports";
import { commandLines } from "../command-lines";
import { temporaryFolder } from "../temporary";
import { code, nbgrader, notebookWith } from "./cells";

// What other accounts of a machine, a login node for example, can reach of somebody's JupyterLab.

vi.mock(import("node:fs"), async (original) => ({ ...(await original()) }));

const end = new AbortController();
let foreign: string;
let folder: string;
let lab: JupyterLab;
beforeAll(async () => {
  folder = temporaryFolder("private");
  copyFileSync(join(import.meta.dirname, "demo", "demo.ipynb"), join(folder, "demo.ipynb"));
  vi.stubEnv("TMPDIR", temporaryFolder("tmp")); // short enough for sockets
  foreign = join(tmpdir(), `parallel-training-${process.getuid?.() ?? 0}`);
  // Somebody else's settings, where a server once looked for its own when the home could not be written.
  mkdirSync(join(foreign, "config"), { recursive: true });
  writeFileSync(
    join(foreign, "config", "jupyter_server_config.py"),
    `open(${JSON.stringify(join(folder, "taken"))}, "w")\n`,
  );
  chmodSync(foreign, 0o777);
  const { accessSync } = fs;
  vi.spyOn(fs, "accessSync").mockImplementation((path, mode) => {
    if (mode === fs.constants.W_OK) throw new Error("EROFS");
    accessSync(path, mode);
  });
  vi.stubEnv("JUPYTER_PATH", kernelEnvironment().JUPYTER_PATH);
  lab = await startJupyterLab({ folder, port: firstPort, signal: end.signal });
});
afterAll(async () => {
  end.abort();
  await lab.ended;
});

async function ask(method: string, path: string, body?: object): Promise<unknown> {
  const { origin, searchParams } = new URL(lab.address);
  const headers = { authorization: `token ${searchParams.get("token")}`, "content-type": "application/json" };
  const response = await fetch(origin + path, { method, headers, body: body && JSON.stringify(body) });
  return response.json();
}

/** The folder of this server's own: the sockets of a kernel lie in it. */
function connection(kernel: string): { transport: string; ip: string; folder: string } {
  const words = commandLines().flatMap(([, line]) => line.split("\0"));
  const file = words.find((word) => word.endsWith(`kernel-${kernel}.json`)) ?? "";
  return {
    ...(JSON.parse(readFileSync(file, "utf8")) as { transport: string; ip: string }),
    folder: dirname(dirname(file)),
  };
}

it("a kernel listens in a folder that nobody else can enter, which goes with the server", async () => {
  const { id } = (await ask("POST", "/api/kernels", { name: "parallel-training" })) as { id: string };
  const { transport, ip, folder: own } = connection(id);
  expect(transport).toBe("ipc");
  expect(ip.startsWith(`${own}/runtime/`)).toBe(true);
  expect(own).toMatch(/\/workbook-lab-\w{6}$/);
  expect((lstatSync(own).mode & 0o777).toString(8)).toBe("700");
});

it("settings are nobody else's, also where the home cannot be written", () => {
  expect(fs.existsSync(join(folder, "taken"))).toBe(false);
  expect(readdirSync(foreign)).toEqual(["config"]);
});

it("a notebook that is validated runs on such a kernel, too", async () => {
  const source = `import { readFileSync } from "node:fs";
throw new Error(readFileSync(process.argv[2], "utf8").replace(/\\s+/g, ""));`;
  const test = { grade: true, solution: false, locked: true, points: 1, cell_type: "code" };
  const notebook = notebookWith([code(source, "t", nbgrader("t", test))]);
  writeFileSync(join(folder, "validated.ipynb"), JSON.stringify(notebook));
  const said = JSON.stringify(await ask("POST", "/assignments/validate", { path: "validated.ipynb" }));
  expect(said.replaceAll("\\", "")).toMatch(/"transport":"ipc"/);
  expect(said.replaceAll("\\", "")).toMatch(/workbook-lab-\w{6}\/runtime\/validated-/);
});
