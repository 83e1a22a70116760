import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { executeNotebook } from "../../lib/notebooks";
import { kernelEnvironment } from "../kernel/drive";
import { full } from "../extent";
import { temporaryFolder } from "../temporary";
import { code, notebookWith } from "./cells";

// Says how its kernel is reached, and how many TCP ports the kernel listens on.
const source = `import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { dirname } from "node:path";
const { transport, ip } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const own = readdirSync("/proc/self/fd").map((name) => { try { return readlinkSync("/proc/self/fd/" + name); } catch { return ""; } });
const ports = ["tcp", "tcp6"].flatMap((name) => readFileSync("/proc/net/" + name, "utf8").split("\\n"))
  .map((line) => line.trim().split(/\\s+/)).filter((cells) => cells[3] === "0A" && own.includes("socket:[" + cells[9] + "]"));
console.log(transport, "in a folder of mode", (statSync(dirname(ip)).mode & 0o777).toString(8), "ports:", ports.length);`;

const folder = temporaryFolder("execute");
writeFileSync(join(folder, "one.ipynb"), JSON.stringify(notebookWith([code(source)])));

/** A kernel of this checkout that is started by a shell's script; its words follow. */
function kernelBehind(script: string): void {
  const { JUPYTER_PATH = "" } = kernelEnvironment();
  const file = join(JUPYTER_PATH, "kernels", "parallel-training", "kernel.json");
  const spec = JSON.parse(readFileSync(file, "utf8")) as { argv: string[] };
  writeFileSync(file, JSON.stringify({ ...spec, argv: ["sh", "-c", script, "sh", ...spec.argv] }));
  vi.stubEnv("JUPYTER_PATH", JUPYTER_PATH);
}
const execute = () => executeNotebook(join(folder, "one.ipynb"), { folder, output: join(folder, "out.ipynb") });

it("runs cells on a kernel that nobody else on the machine can reach", async () => {
  kernelBehind('exec "$@"');
  const { notebook, failed } = await execute();
  expect(failed).toEqual([]);
  expect(JSON.stringify(notebook.cells[0].outputs)).toContain("ipc in a folder of mode 700 ports: 0");
});

it.runIf(full)("says that a kernel does not start", async () => {
  kernelBehind("exit 1");
  await expect(execute()).rejects.toThrow(/^one\.ipynb: the kernel does not start: Kernel died before replying/);
});
