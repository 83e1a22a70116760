import { readFileSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { expect, it } from "vitest";
import { type Row } from "../../lib/verify/check";
import { workbookRoot } from "../../lib/system/workbook";
import { all, full } from "../extent";
import { temporaryFolder } from "../temporary";

const folder = temporaryFolder("verify");

/** Runs `./workbook verify` on logical CPUs, where no cluster is up. */
async function verify(more: Record<string, string>, ...flags: string[]) {
  const out = join(folder, "verified.json");
  const words = [join(workbookRoot, "workbook"), "verify", "--out", out, ...flags];
  const env = { WORKBOOK_CLUSTER: "none", ...more };
  const { exitCode, stdout, stderr } = await execa(process.execPath, words, { reject: false, cwd: folder, env });
  const report = () => JSON.parse(readFileSync(out, "utf8")) as { rows: Row[]; machine: object };
  return { exitCode, stdout, stderr, report };
}

it.runIf(full)("passes on two logical CPUs, and writes a file that names no host", async () => {
  const { exitCode, stdout, stderr, report } = await verify({}, "--quick", "--device", "cpu");
  expect(exitCode, stdout + stderr).toBe(0);
  const states = report().rows.map(({ check, state }) => [check, state]);
  expect(states).toEqual([
    ["devices", "pass"],
    ["every op of a step on its device", "pass"],
    ["training on 1 device", "pass"],
    ["training on 2 devices", "pass"],
    ["losses in float32", "pass"],
    ["losses in TensorFloat-32", "not here"],
    ["all-reduce over all devices", "pass"],
    ["mixed precision", expect.stringMatching(/pass|not here/)], // not every CPU computes bfloat16
    ["memory against its estimate", "pass"],
    ["a batch too large for the memory", "pass"],
    ["profile of a step", "pass"],
    ["throughput beside the published one", "not here"],
    ["training on 2 nodes, by Slurm", "not here"],
  ]);
  expect(stdout).toMatch(/^ {3}check +found +remedy$/m);
  expect(stdout).toMatch(/^✓ {2}every op of a step on its device +ops: \d{3,} on CPU:0, \d{3,} on CPU:1$/m);
  const text = JSON.stringify(report());
  expect(text).not.toContain(workbookRoot);
  expect(text).not.toContain(folder);
  expect(report().machine).not.toHaveProperty("host");
  expect(report().machine).toHaveProperty("processor");
  expect(text.split(/[^\w.-]+/)).not.toContain(hostname());
});

it.runIf(all)(
  "is a pilot, with every strategy on two logical CPUs and a small benchmark, whose file says nothing of this place",
  async () => {
    const flags = ["--pilot", "--quick", "--device", "cpu", "--only", "strategies,links,benchmark"];
    const token = "0f3c9a77e1b2";
    const { exitCode, stdout, stderr, report } = await verify({ TEST_TOKEN: token }, ...flags);
    expect(exitCode, stdout + stderr).toBe(0);
    expect(report().rows.map(({ check, state }) => [check, state])).toEqual([
      ["devices", "pass"],
      ["every strategy on two devices", "pass"],
      ["links between 2 nodes", "not here"],
      ["benchmark in small", "pass"],
    ]);
    const text = JSON.stringify(report());
    expect(text).toMatch(/"gpt-1m:1, this engine, float32: per second":\[\d/);
    for (const each of [token, workbookRoot, folder, `${homedir()}/`]) expect(text).not.toContain(each);
    expect(text.split(/[^\w.-]+/)).not.toContain(hostname());
  },
);

it("ends with status 1 where a check fails, and says what to do", async () => {
  const { exitCode, stdout, report } = await verify({}, "--device", "gpu", "--only", "devices");
  const hasGpu = report().rows[0].state === "pass";
  expect(exitCode).toBe(hasGpu ? 0 : 1);
  if (!hasGpu) expect(stdout).toMatch(/^✗ {2}devices +.* {2}run \.\/workbook doctor/m);
});

it("refuses a check that is not there in one line", async () => {
  const { exitCode, stderr } = await verify({}, "--only", "speed");
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(
    /^workbook: There is no check "speed": --only takes devices, placement, .*nodes, strategies, links, benchmark\.$/,
  );
});
