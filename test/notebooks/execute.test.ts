import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { executeNotebook } from "../../lib/notebooks";
import { kernelEnvironment } from "../kernel/drive";
import { temporaryFolder } from "../temporary";

let folder: string;
beforeAll(() => {
  folder = temporaryFolder("execute");
  const cell = { cell_type: "code", id: "one", source: "1 + 1", metadata: {}, outputs: [], execution_count: null };
  const notebook = { cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 };
  writeFileSync(join(folder, "one.ipynb"), JSON.stringify(notebook));
});
afterAll(() => {
  vi.unstubAllEnvs();
});

/** Runs the notebook on the course kernel, which dies some times before it answers, as if its ports were taken. */
async function executed(deaths: number) {
  const { JUPYTER_PATH = "" } = kernelEnvironment();
  const file = join(JUPYTER_PATH, "kernels", "parallel-training", "kernel.json");
  const spec = JSON.parse(readFileSync(file, "utf8")) as { argv: string[] };
  const died = join(folder, `died-${deaths}`);
  const script = `echo >> "$0"; [ $(wc -l < "$0") -gt ${deaths} ] || exit 1; exec "$@"`;
  writeFileSync(file, JSON.stringify({ ...spec, argv: ["sh", "-c", script, died, ...spec.argv] }));
  vi.stubEnv("JUPYTER_PATH", JUPYTER_PATH);
  return executeNotebook(join(folder, "one.ipynb"), { folder, output: join(folder, "out.ipynb") });
}

it("starts a kernel anew that dies before it answers", async () => {
  const { notebook, failed } = await executed(2);
  expect(failed).toEqual([]);
  expect(JSON.stringify(notebook.cells[0].outputs)).toContain('"2"');
});

it("says that it does not start where it never does", async () => {
  await expect(executed(9)).rejects.toThrow(/^one\.ipynb: the kernel does not start: Kernel died before replying/);
});
